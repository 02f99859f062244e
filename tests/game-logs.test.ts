/** The games' own logs beside RCon: a folder that is followed, and files that are uploaded. */
import { sql } from 'kysely';
import {
  appendFile,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Zone } from '../src/domain/zone.ts';
import { giveFolder } from '../src/host/game-logs/given-folders.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { problem } from '../src/protocol/problem.ts';
import type { FeedEntry } from '../src/protocol/feed/fields.ts';

import type { SimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, serverBody, startQuickSim } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';

const ADA = '9d8geYcs2djOz7D8RAMD5c5L_cQZxgU9x6-tJHTIbBY=';
const BOB = '7rK7T09XIYYILb4pZnNhkw1PGDcT7ipqE7jbBbgBRk8=';
const XBOX = '5189C69DC784264D64B5C211F9142DDFE741C8A4';
const berlin = new Zone('Europe/Berlin');

let root: string;
let host: LiveHost;
let browser: TestBrowser;
let sim: SimServer;
let folder: string;
let id: string;
let count = 0;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'muster-logs-')));
  host = await startLiveHost(undefined, false, { logRoot: root });
  const owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
  ({ browser } = owner);
  await giveFolder(host.deps, owner.id, root, Date.now());
});
afterAll(async () => {
  await host.stop();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  sim = await startQuickSim();
  count += 1;
  folder = join(root, `server ${count}`);
  await mkdir(folder);
  id = await addServer(browser, sim, `Logs ${count}`);
  await until(() => connected());
});
afterEach(() => sim.stop());

/** Waits for what holds, looking again and again. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 15_000, interval: 50 }).toBe(true);
}

const connected = async () => {
  const answer = await browser.get(`/app/v1/servers/list?ids=${id}`);
  const [server] = CALLS.serversList.answer.parse(answer.json()).servers;
  return server?.state.ready === true;
};

async function feed(): Promise<readonly { at: number; entry: FeedEntry }[]> {
  const answer = await browser.get(`/app/v1/server/${id}/feed?limit=500`);
  return CALLS.feedPage.answer.parse(answer.json()).entries;
}

/** The feed in words. */
async function told(): Promise<readonly string[]> {
  return (await feed()).flatMap(({ entry }) => {
    switch (entry.kind) {
      case 'join':
      case 'leave':
        return [`${entry.player.name} ${entry.kind}`];
      case 'chat':
        return [`${entry.player.name}: ${entry.text}`];
      case 'kick':
        return [`${entry.player.name} kick ${entry.by} ${entry.reason}`];
      case 'death':
        return [`${entry.player.name} death ${entry.by?.player?.name ?? entry.by?.cause ?? ''}`];
      case 'hit':
        return [`${entry.player.name} hit ${entry.by.player?.name ?? entry.by.cause}`];
      default:
        return [];
    }
  });
}

const settings = (change: object) =>
  browser.post(`/app/v1/server/${id}/settings`, {
    ...settingsBody(serverBody(sim, `Logs ${count}`)),
    ...change,
  });
const settingsBody = ({ game: _, rcon_password: __, ...body }: ReturnType<typeof serverBody>) =>
  body;

const follow = async () => {
  expect((await settings({ log_folder: folder })).statusCode).toBe(200);
};

/** What the admin log prints at a moment. */
const clock = (at: number) => new Date(berlin.local(at)).toISOString().slice(11, 19);
const header = (at: number) => {
  const local = new Date(berlin.local(at)).toISOString();
  return `\ufeff\n${'*'.repeat(40)}\nAdminLog started on ${local.slice(0, 10)} at ${local.slice(11, 19)}\n`;
};
const row = (at: number, text: string) => `${clock(at)} | ${text}\n`;
const person = (name: string, by: string) => `Player "${name}" (id=${by} pos=<100.5, 200.5, 3.5>)`;
const kill = (at: number) =>
  row(
    at,
    `Player "Ada" (DEAD) (id=${ADA} pos=<1, 2, 3>) killed by ${person('Bob', BOB)} with KA-101 from 13.1 meters`,
  ) +
  row(
    at,
    `Player "Ada" (DEAD) (id=${ADA} pos=<1, 2, 3>) died. Stats> Water: 1 Energy: 2 Bleed sources: 0`,
  );
const hit = (at: number, zone = 'Torso') =>
  row(
    at,
    `${person('Ada', ADA)}[HP: 50] hit by ${person('Bob', BOB)} into ${zone}(1) for 4.42 damage (Bullet_556x45) with KA-101 from 13 meters`,
  );

const upload = async (name: string, text: string) => {
  const answer = await browser.post(`/app/v1/server/${id}/logs-upload`, { name, text });
  expect(answer.statusCode).toBe(200);
  return CALLS.serverLogUpload.answer.parse(answer.json());
};

describe('a log that is uploaded', () => {
  it('tells each line once, however often it comes, and says what it did not understand', async () => {
    const at = Date.now() - 3_600_000;
    const text =
      header(at) + hit(at) + hit(at) + kill(at + 1_000) + row(at + 2_000, 'Something new');
    const counts = { lines: 8, known: 0, old: 0, unexplained: 1 };
    const first_unexplained = row(at + 2_000, 'Something new').trimEnd();
    expect(await upload('today.ADM', text)).toEqual({
      ...counts,
      told: 3,
      other: 4,
      file_id: expect.any(String),
      kept_before: false,
      deleted: 0,
      first_unexplained,
    });
    expect(await upload('again.txt', text)).toMatchObject({ told: 0, known: 3 });
    expect(await told()).toEqual(['Ada hit Bob', 'Ada hit Bob', 'Ada death Bob']);
    const [entry] = await feed().then((entries) =>
      entries.filter((one) => one.entry.kind === 'hit'),
    );
    expect(Math.abs((entry?.at ?? 0) - at)).toBeLessThan(1_000);
    expect(entry?.entry).toMatchObject({ player: { id: null, name: 'Ada' }, zone: 'Torso' });
  });

  it('tells what was said without RCon, and not what is older than seven days', async () => {
    const before = Date.now() - 7_200_000;
    const long = Date.now() - 8 * 86_400_000;
    const said = (at: number) => row(at, `Chat("Ada"(id=${ADA})): hello`);
    expect(await upload('a.ADM', header(before) + said(before))).toMatchObject({
      told: 1,
      known: 0,
    });
    expect(await upload('b.ADM', header(long) + said(long))).toMatchObject({ told: 0, old: 1 });
    expect(await told()).toEqual(['Ada: hello']);
  });

  it('is refused where it is none that is read', async () => {
    const body = { name: 'notes.txt', text: 'Dear diary,\ntoday I played.\n' };
    const answer = await browser.post(`/app/v1/server/${id}/logs-upload`, body);
    expect(problem.parse(answer.json()).code).toBe('log-not-recognized');
  });

  it('may be of eight million letters, and no other request may', async () => {
    const at = Date.now() - 3_600_000;
    const filler = row(at, `${person('Ada', ADA)} placed ${'я'.repeat(1_000)}`);
    const text = header(at) + filler.repeat(Math.floor(8_000_000 / filler.length));
    expect((await upload('big.ADM', text)).lines).toBeGreaterThan(7_000);
    const answer = await browser.post(`/app/v1/server/${id}/delete`, {
      identifier: 'x'.repeat(70_000),
    });
    expect(problem.parse(answer.json()).code).toBe('request-too-large');
  });
});

describe('a log folder', () => {
  it('is below the allowed one, wherever its links lead', async () => {
    const code = async (log_folder: string) => {
      const answer = await settings({ log_folder });
      return answer.statusCode === 200 ? 'taken' : problem.parse(answer.json()).code;
    };
    await symlink('/etc', join(folder, 'out'));
    await mkdir(join(folder, 'in'));
    await symlink(join(folder, 'in'), join(folder, 'link'));
    for (const refused of [
      '/etc',
      join(folder, 'out'),
      join(root, '..'),
      'server 1',
      `${root}/none`,
      `${root}-beside`,
    ]) {
      expect(await code(refused)).toBe('log-folder-refused');
    }
    expect(await code(join(folder, 'link'))).toBe('taken');
    expect(await code(root)).toBe('taken');
  });

  it('that cannot be read is said to be so, once, until it can be', async () => {
    const problemNow = async () => {
      const answer = await browser.get(`/app/v1/server/${id}/logs`);
      return CALLS.logsPage.answer.parse(answer.json()).rows[0]?.problem;
    };
    const moved = join(root, `link ${count}`);
    await symlink(folder, moved);
    expect((await settings({ log_folder: moved })).statusCode).toBe(200);
    await rm(moved);
    await until(async () => (await problemNow()) === 'missing');
    // Where it leads is looked at again each time.
    await symlink('/etc', moved);
    await until(async () => (await problemNow()) === 'outside');
    await rm(moved);
    await symlink(folder, moved);
    await until(async () => (await problemNow()) === null);
    // And so is whoever looks at it.
    const stream = `server/${id}/logs`;
    const frames = await sql<{ problem: string | null }>`
      select data->'row'->>'problem' as problem from event_log where stream = ${stream} order by seq
    `.execute(host.deps.db);
    expect(frames.rows.map(({ problem }) => problem).slice(-3)).toEqual([
      'missing',
      'outside',
      null,
    ]);
    const warned = host.logged.filter((line) => line.includes('a log folder is not read'));
    expect(warned.filter((line) => line.includes(moved))).toHaveLength(2);
  });

  it('adds what only the log knows to what RCon tells, and doubles nothing of it', async () => {
    const now = Date.now();
    const ada = sim.join({ name: 'Ada', steamId: '76561190000000001' });
    sim.join({ name: 'Bob', steamId: '76561190000000002' });
    await until(async () => (await told()).length === 2);
    const adm = join(folder, 'DayZServer_x64_2026.ADM');
    await follow();
    // The file appears later than it is looked for.
    await writeFile(adm, header(now) + row(now, `Player "Ada"(id=${ADA}) is connected`));
    await appendFile(adm, row(now, `Player "Bob"(id=${BOB}) is connected`) + hit(now));
    sim.chat(ada.id, 'Direct', 'hello');
    await appendFile(adm, row(now, `Chat("Ada"(id=${ADA})): hello`) + kill(now + 1_000));
    await appendFile(adm, row(now + 5_000, 'not a line of any'));
    await until(async () => (await told()).includes('Ada death Bob'));
    expect((await told()).toSorted()).toEqual(
      ['Ada join', 'Bob join', 'Ada hit Bob', 'Ada: hello', 'Ada death Bob'].toSorted(),
    );
    const death = (await feed()).find(({ entry }) => entry.kind === 'death');
    expect(Math.abs((death?.at ?? 0) - now)).toBeLessThan(3_000);
    expect(death?.entry).toMatchObject({
      player: { name: 'Ada', id: expect.any(String) },
      by: { player: { name: 'Bob', id: expect.any(String) }, weapon: 'KA-101', distance: 13.1 },
    });
    const personal = async () => {
      const answer = await browser.get(`/app/v1/server/${id}/personal`);
      return CALLS.personalPage.answer.parse(answer.json()).entries;
    };
    await appendFile(adm, row(now + 6_000, person('Bob', BOB)));
    await until(async () => (await personal()).some(({ position }) => position !== null));
    expect((await personal()).map(({ bohemia_id }) => bohemia_id).toSorted()).toEqual(
      [BOB, ADA].toSorted(),
    );
    const logs = await browser.get(`/app/v1/server/${id}/logs`);
    expect(CALLS.logsPage.answer.parse(logs.json()).rows[0]).toMatchObject({
      problem: null,
      files: [{ kind: 'dayz-adm', file: 'DayZServer_x64_2026.ADM' }],
    });
    // The same file, fetched and uploaded as well, brings nothing new.
    const again =
      header(now) + hit(now) + kill(now + 1_000) + row(now, `Chat("Ada"(id=${ADA})): hello`);
    expect(await upload('DayZServer_x64_2026.ADM', again)).toMatchObject({ told: 0, known: 3 });
  });

  it('whose clock is of another zone doubles nothing either, and is said to be so', async () => {
    const now = Date.now();
    const ahead = now + 7_200_000;
    const ada = sim.join({ name: 'Ada', steamId: '76561190000000001' });
    await until(async () => (await told()).length === 1);
    await follow();
    const adm = join(folder, 'DayZServer_x64_1.ADM');
    await writeFile(adm, header(ahead) + hit(ahead));
    await until(async () => (await told()).length === 2);
    sim.chat(ada.id, 'Direct', 'hello');
    await appendFile(adm, row(ahead, `Chat("Ada"(id=${ADA})): hello`) + hit(ahead + 1_000));
    await until(async () => (await told()).length === 4);
    expect((await told()).toSorted()).toEqual(
      ['Ada join', 'Ada hit Bob', 'Ada: hello', 'Ada hit Bob'].toSorted(),
    );
    const logs = await browser.get(`/app/v1/server/${id}/logs`);
    expect(CALLS.logsPage.answer.parse(logs.json()).rows[0]?.problem).toBe('time-zone');
  });

  it('is followed over restarts of the game, cut files and half lines', async () => {
    const now = Date.now();
    await follow();
    const first = join(folder, 'DayZServer_x64_1.ADM');
    const line = hit(now);
    await writeFile(first, header(now) + line.slice(0, 60));
    await appendFile(first, line.slice(60) + hit(now + 1_000).trimEnd());
    await until(async () => (await told()).length === 1);
    const second = join(folder, 'DayZServer_x64_2.ADM');
    // The game started again: what the old file ends with is a line, though its end was never written.
    await writeFile(second, header(now + 2_000) + hit(now + 3_000, 'Head'));
    await until(async () => (await told()).length === 3);
    await truncate(second, 0);
    await appendFile(second, header(now + 4_000) + hit(now + 5_000, 'Arm'));
    await until(async () => (await told()).length === 4);
    expect(await told()).toEqual(Array.from({ length: 4 }, () => 'Ada hit Bob'));
  });

  it('is read on by another host, which tells who came and went in the meantime, each once', async () => {
    const start = Date.now();
    const stays = sim.join({ name: 'Stays', steamId: '76561190000000011' });
    await until(async () => (await told()).length === 1);
    const adm = join(folder, 'DayZServer_x64_1.ADM');
    await follow();
    await writeFile(adm, header(start) + hit(start));
    await until(async () => (await told()).length === 2);
    await host.live.stop();
    // While no host is there, nobody hears RCon.
    const away = Date.now() + 1_000;
    sim.leave(stays.id);
    sim.join({ name: 'Comes', steamId: '76561190000000012' });
    const came = (name: string, by: string) => row(away, `Player "${name}"(id=${by}) is connected`);
    const left = (name: string, by: string) =>
      row(away, `Player "${name}"(id=${by}) has been disconnected`);
    const said = row(away, `Chat("Passes"(id=${BOB})): anybody?`);
    const gone = came('Passes', BOB) + said + left('Passes', BOB);
    await appendFile(adm, left('Stays', XBOX) + came('Comes', ADA) + gone);
    await until(async () => Date.now() >= away + 1_000);
    const other = await startLiveHost(host, false, { logRoot: root });
    try {
      await until(async () => (await told()).includes('Passes leave'));
      await until(async () => (await told()).includes('Stays leave'));
      sim.join({ name: 'Last', steamId: '76561190000000013' });
      await until(async () => (await told()).includes('Last join'));
      await appendFile(adm, came('Last', XBOX) + hit(away + 2_000, 'Head'));
      await until(async () => (await told()).filter((one) => one === 'Ada hit Bob').length === 2);
      expect((await told()).toSorted()).toEqual(
        [
          'Ada hit Bob',
          'Ada hit Bob',
          'Stays join',
          'Stays leave',
          'Comes join',
          'Passes join',
          'Passes: anybody?',
          'Passes leave',
          'Last join',
        ].toSorted(),
      );
    } finally {
      await other.stop();
    }
  });
});
