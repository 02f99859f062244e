/**
 * The first rows of 50 teams, of 500 members and of 100 roles, from the press to the drawn rows: the built host over the
 * embedded PostgreSQL, and Chromium.
 *
 *   node bench/run.mjs groups
 *   node bench/run.mjs groups --rounds 10 --teams 50 --members 500 --roles 100
 *
 * Each is looked at in a tab that is open, whose worker has nothing of it: it is left for longer than a worker keeps what
 * nobody looks at. The teams are asked for once more by their address, in a tab beside another.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { findBrowser } from '../scripts/lib/browser.mjs';
import { TEAM_ROLE_PERMISSION } from '../src/protocol/permissions.ts';
import type { Database } from '../src/host/store/database.ts';
import { found } from '../tests/journeys/support/portal.ts';
import { HOST, startServing } from '../tests/support/serving.ts';
import { machine, quantile } from './browser/figures.ts';
import { id, openFilled } from './paged-rows.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    teams: { type: 'string', default: '50' },
    members: { type: 'string', default: '500' },
    roles: { type: 'string', default: '100' },
  },
});
const [teams, members, roles] = [values.teams, values.members, values.roles].map(Number) as [
  number,
  number,
  number,
];
/** A worker forgets after five seconds what nobody looks at. */
const LINGER_MS = 6_000;
/** The team that has them all. */
const TEAM = id(5_001);
const TEAM_PAGE = `/teams/${TEAM}`;

/** What the tab's own thread worked so far, ms: on a busy machine the clock says what others took as well. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Answers after how many milliseconds a press shows so many rows at least. */
function timed(press: string, rows: string, least: number): string {
  return `new Promise((resolve) => {
    const began = performance.now();
    document.querySelector('${press}').click();
    const look = () => {
      if (document.querySelectorAll('${rows}').length >= ${least}) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`;
}

const MEASURED = [
  ['50 teams', '/dashboard', 'a[href="/teams"]', 'main tbody tr'],
  ['500 members', TEAM_PAGE, 'nav.tab-list a[href*="tab=members"]', 'main tbody tr'],
  ['100 roles', TEAM_PAGE, 'nav.tab-list a[href*="tab=roles"]', 'main .role-list > li'],
] as const;

async function fill(db: Database, owner: string): Promise<void> {
  const role = (team: number, place: number) => id(10_000 + team * 200 + place);
  await sql`
    insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status, titles, plan, created_at)
    select lpad(to_hex(1000000 + n), 24, '0'), 'member' || n, 'member' || n, 'Member ' || n,
      'm' || n || '@example.org', 'm' || n || '@example.org', '', 1, '{}', 'free', 0
    from generate_series(1, ${members}::int) as n
  `.execute(db);
  for (let team = 1; team <= teams; team += 1) {
    const group_id = id(5_000 + team);
    const count = team === 1 ? roles : 4;
    await db
      .insertInto('groups')
      .values({
        id: group_id,
        kind: 'team',
        identifier: `Team ${team}`,
        owner,
        organization_id: null,
        created_at: team,
        deleting: null,
      })
      .execute();
    const made = Array.from({ length: count }, (_, place) => ({
      id: role(team, place),
      group_id,
      name: place === 0 ? 'Owner' : `Role ${place}`,
      colour: '#336699',
      hierarchy: place,
      is_owner: place === 0,
      permissions: place === 0 ? [] : TEAM_ROLE_PERMISSION.slice(0, 30),
      created_at: place,
    }));
    await db.insertInto('group_roles').values(made).execute();
    await db
      .insertInto('group_members')
      .values({ group_id, account_id: owner, role_id: role(team, 0), since: 0 })
      .execute();
    const most = team === 1 ? members : 20;
    await sql`
      insert into group_members (group_id, account_id, role_id, since)
      select ${group_id}, lpad(to_hex(1000000 + n), 24, '0'),
        lpad(to_hex(${10_000 + team * 200}::int + 1 + n % ${count - 1}::int), 24, '0'), n
      from generate_series(1, least(${most}, ${members})::int) as n
    `.execute(db);
  }
  await sql`analyze`.execute(db);
}

function report(name: string, times: readonly number[]): void {
  const [least, half, most] = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(0));
  console.log(`${name.padEnd(28)} ${half} ms (${least} to ${most})`);
}

/** From the start of the navigation to the first team, as the page has it. */
async function byAddress(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/teams`, { waitUntil: 'commit' });
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('main tbody tr') !== null) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

console.log(machine());
const filled = await openFilled(0, undefined);
const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
const environment = {
  ...process.env,
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  PORT: '0',
  MUSTER_DATA: folder,
  DATABASE_URL: filled.connectionString,
};
const host = await startServing(HOST, [], environment);
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await found(page, host.origin);
  const { id: owner } = await filled.db
    .selectFrom('accounts')
    .select('id')
    .executeTakeFirstOrThrow();
  await fill(filled.db, owner);
  await page.goto(`${host.origin}/dashboard`);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (const [name, path, press, rows] of MEASURED) {
    const times: number[] = [];
    const worked: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await page.goto(host.origin + path);
      await page.locator(press).waitFor();
      await sleep(LINGER_MS);
      const before = await workOf(session);
      times.push(await page.evaluate<number>(timed(press, rows, 10)));
      worked.push((await workOf(session)) - before);
    }
    report(name, times);
    report(`${name}, in the tab`, worked);
  }
  const other = await context.newPage();
  const cold: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await other.goto('about:blank');
    await page.goto(`${host.origin}/dashboard`);
    await sleep(LINGER_MS);
    cold.push(await byAddress(other, host.origin));
  }
  report('50 teams, by their address', cold);
} finally {
  await browser.close();
  await host.end('SIGINT');
  await rm(folder, { recursive: true, force: true });
  await filled.close();
}
