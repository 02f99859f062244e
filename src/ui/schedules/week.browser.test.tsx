import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { Week } from './week.tsx';
import { ZoneNotice } from './zone-notice.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Two days from now at 04:00 UTC, which is the server's clock. */
const DUE = (Math.floor(Date.now() / DAY) + 2) * DAY + 240 * MINUTE;
const JOB: RowOf<'jobs'> = {
  id: 'e'.repeat(24),
  server_id: SERVER_ID,
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
  changed: 1,
};
const PLAN: RowOf<'plans'> = {
  id: 'f'.repeat(24),
  server_id: SERVER_ID,
  job_id: JOB.id,
  name: 'Nightly',
  action: JOB.action,
  due: DUE,
  at: DUE + 30 * MINUTE,
  warnings: [],
  lock_before: null,
  kick_before: null,
  by_id: 'a'.repeat(24),
  by_name: 'Anna',
  changed: 1,
};

function open(
  jobs: readonly RowOf<'jobs'>[],
  plans: readonly RowOf<'plans'>[] = [],
  may: readonly ServerPermission[] = SERVER_PERMISSION,
  part: Partial<ServerRow['environment']> = {},
) {
  const account = accountRow({ servers: { [SERVER_ID]: [...may] } });
  const { environment } = serverRow();
  const server = serverRow({ environment: { ...environment, ...part } });
  const connection = new FakeConnection()
    .put('account', [account])
    .put('link', [])
    .put('servers', [server])
    .tell('jobs', jobs)
    .tell('plans', plans);
  const done = { server_id: SERVER_ID, ok: true, error: null, detail: null };
  connection.answer('scheduleMove', () => ({ ok: true, value: { results: [done] } }));
  leave = draw(<Week server={server} account={account} />, connection, '/');
  return connection;
}

const runs = () => page.getByRole('listitem').filter({ hasText: 'Nightly' });
/** The days that have one. */
const inDays = () =>
  [...document.querySelectorAll('.week > li')].map((day) => day.querySelectorAll('.run').length);
const third = (what: string) => page.getByRole('button', { name: new RegExp(`^${what}`) }).nth(-1);

it('a column for each of seven days has what runs then, by the server’s clock', async () => {
  open([JOB, { ...JOB, id: 'd'.repeat(24), name: 'Other', enabled: false }]);
  await expect.element(runs().first()).toBeVisible();
  const [today = 0, ...others] = inDays();
  expect([today <= 1, others]).toEqual([true, [1, 1, 1, 1, 1, 1]]);
  await expect.element(page.getByText('Other')).not.toBeInTheDocument();
  expect(runs().first().element().textContent).toMatch(/4:00\sAM/);
});

it.each([
  ['5 min later', 5],
  ['15 min later', 15],
  ['30 min later', 30],
  ['1 hr later', 60],
] as const)('one is postponed by what is chosen: %s', async (label, minutes) => {
  const connection = open([JOB]);
  await third('Postpone Nightly').click();
  await page.getByRole('menuitem', { name: label }).click();
  const [asked] = connection.inputs('scheduleMove') as {
    body: { occurrences: { id: string; due: number; at: number }[] };
  }[];
  expect(asked).toMatchObject({ body: { to: { kind: 'postpone', minutes } } });
  const [one] = asked?.body.occurrences ?? [];
  expect(one).toMatchObject({ server_id: SERVER_ID, id: JOB.id });
  expect([one?.at, (one?.due ?? 0) % DAY]).toEqual([one?.due, 240 * MINUTE]);
});

it('the menu is opened, chosen from and left by the keyboard alone', async () => {
  const connection = open([JOB]);
  const button = third('Postpone Nightly');
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: '5 min later' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(connection.inputs('scheduleMove')).toMatchObject([
    { body: { to: { kind: 'postpone', minutes: 15 } } },
  ]);
});

it('one is skipped, shown as skipped, and brought back', async () => {
  const connection = open([JOB]);
  await third('Skip Nightly').click();
  expect(connection.inputs('scheduleMove')).toMatchObject([{ body: { to: { kind: 'skip' } } }]);
  connection.tell('plans', [{ ...PLAN, at: null }]);
  await expect.element(page.getByText('skipped', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Run Nightly .* after all/ }).click();
  expect(connection.inputs('scheduleMove').at(-1)).toMatchObject({
    body: { occurrences: [{ id: JOB.id, due: DUE, at: null }], to: { kind: 'restore' } },
  });
});

it('what was postponed stands at its new time, and says so', async () => {
  open([JOB], [PLAN]);
  await expect.element(page.getByText('postponed', { exact: true })).toBeVisible();
  const moved = page.getByRole('listitem').filter({ hasText: /4:30/ });
  await expect.element(moved.first()).toBeVisible();
});

it('what is refused is said', async () => {
  const connection = open([JOB]);
  const refused = { server_id: SERVER_ID, ok: false, error: 'too-late', detail: 'Late.' };
  connection.answer('scheduleMove', () => ({ ok: true, value: { results: [refused] } }));
  await third('Skip Nightly').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it('who may not restart the server sees what comes, and can move none of it', async () => {
  open([JOB], [], ['server.view', 'server.modify.configuration']);
  await expect.element(runs().first()).toBeVisible();
  await expect.element(page.getByRole('list').getByRole('button')).not.toBeInTheDocument();
});

it('a week with nothing in it says so', async () => {
  open([]);
  await expect.element(page.getByText('Nothing is planned this week.')).toBeVisible();
});

it('another time zone says what falls out of the day, before it is saved', async () => {
  // In an hour by UTC, and over by a clock two hours ahead.
  const soon = new Date(Date.now() + 60 * MINUTE);
  const minutes = soon.getUTCHours() * 60 + soon.getUTCMinutes();
  const connection = new FakeConnection()
    .put('link', [])
    .put('server', [serverRow()])
    .tell('jobs', [{ ...JOB, time: { kind: 'absolute', minutes } }])
    .tell('plans', []);
  leave = draw(<ZoneNotice serverId={SERVER_ID} timezone="Africa/Cairo" />, connection, '/');
  await expect.element(page.getByText('1 job then runs by the new clock.')).toBeVisible();
  await expect.element(page.getByText(/Nightly does not run on .* has passed/)).toBeVisible();
});

const UPTIME = { time: { kind: 'uptime', minutes: 360 } } as const;

it('what runs after a start that is not known is named below the week, and is not in it', async () => {
  open(
    [
      { ...JOB, ...UPTIME },
      { ...JOB, id: 'd'.repeat(24), name: 'Daily' },
    ],
    [],
    undefined,
    {
      uptime_source: 'connection',
    },
  );
  await expect.element(page.getByText(/^Not in this week: .*Nightly/)).toBeVisible();
  expect(inDays().slice(1)).toEqual([1, 1, 1, 1, 1, 1]);
  await expect.element(page.getByText(/Not in this week: .*Daily/)).not.toBeInTheDocument();
});

it('who may not read jobs is told that a restart waits for a start', async () => {
  open([], [], ['server.view'], { next_restart: { local: null, start_unknown: true } });
  await expect
    .element(page.getByText(/^A restart is planned after the server starts/))
    .toBeVisible();
});

it.each([
  [['plans'], false],
  [['jobs'], false],
  [['jobs', 'plans'], true],
] as const)('says that nothing is planned once the host has told that: %j', async (told, says) => {
  const account = accountRow({ servers: { [SERVER_ID]: [...SERVER_PERMISSION] } });
  const connection = new FakeConnection().put('account', [account]).put('link', []);
  for (const name of told) connection.tell(name, []);
  leave = draw(<Week server={serverRow()} account={account} />, connection, '/');
  const nothing = page.getByText('Nothing is planned this week.');
  const loading = page.getByRole('status', { name: /Loading/ });
  await expect.element(says ? nothing : loading).toBeInTheDocument();
  await expect.element(says ? loading : nothing).not.toBeInTheDocument();
});
