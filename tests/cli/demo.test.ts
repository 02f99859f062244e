import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { DEMO_ACCOUNT, type DemoRole } from '../../src/protocol/account/demo.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { START, startServing, type Serving } from '../support/serving.ts';

let folder: string;
let temporary: string;
let realData: string;
let demos: Serving[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-of-demos-'));
  temporary = join(folder, 't');
  await mkdir(temporary);
  realData = join(folder, 'real');
  demos = [];
});

afterEach(async () => {
  for (const demo of demos) await demo.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a demo as `npm start -- --demo` does, beside a real installation's settings. */
async function startDemo(): Promise<Serving> {
  const demo = await startServing(START, ['--demo', '--servers', '6', '--port', '0'], {
    PATH: process.env['PATH'],
    TMPDIR: temporary,
    MUSTER_DATA: realData,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/real',
  });
  demos.push(demo);
  return demo;
}

/** Somebody who enters in a role: what they see of the servers, and what they are answered. */
async function enter(address: string, role: DemoRole) {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return answer.json();
  };
  const { username, password } = DEMO_ACCOUNT[role];
  const token = (await call(CALLS.acsrfToken.path)) as object;
  await call(CALLS.signIn.path, { ...token, identifier: username, password });
  return {
    servers: async () => CALLS.serversList.answer.parse(await call(CALLS.serversList.path)).servers,
    rows: async (name: string) => rows.parse(await call(`/app/v1/@me/${name}`)).rows,
    reports: async (list: string) => {
      const path = CALLS.banReports.path.replace(':banlist_id', list);
      return CALLS.banReports.answer.parse(await call(path)).reports;
    },
  };
}

const rows = z.object({ rows: z.array(z.looseObject({ id: z.string() })) });

test('a demo shows servers of every game to three kinds of people, and leaves nothing behind', async () => {
  const killed = await startDemo();
  expect(killed.said()).toContain('DATABASE_URL and MUSTER_DATA');
  const owner = await enter(killed.origin, 'owner');
  await vi.waitFor(
    async () => {
      const live = (await owner.servers()).filter(({ state }) => state.state === 'CONNECTED');
      // The fifth has lost its network for now.
      expect(new Set(live.map(({ configuration }) => configuration.game)).size).toBe(5);
      expect(live.every(({ population }) => (population.players ?? 0) > 0)).toBe(true);
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(await (await enter(killed.origin, 'moderator')).servers()).toHaveLength(5);
  expect(await (await enter(killed.origin, 'player')).servers()).toHaveLength(3);
  const lists = await owner.rows('ban-lists');
  expect(lists.map(({ identifier }) => identifier)).toContain('Event servers');
  const open = lists.find((list) => list['public'] === true);
  expect(open).toMatchObject({ identifier: 'Iron Harbour', followers: 1 });
  expect(await owner.reports(open?.id ?? '')).toMatchObject([
    { ban_name: 'Łukasz', reporter_name: DEMO_ACCOUNT.player.displayName, state: 'open' },
  ]);
  const buckets = await owner.rows('buckets');
  expect(buckets.map(({ type }) => type).toSorted()).toEqual([
    'CHAT_FILTER',
    'NAME_FILTER',
    'QUEUE_PRIORITY',
    'RESERVED_SLOT',
    'WHITELIST',
  ]);
  expect(buckets.every(({ entries, servers }) => entries !== 0 && servers === 3)).toBe(true);
  expect(await owner.rows('walls')).toMatchObject([{ name: 'Control room', scenes: 4 }]);
  await killed.end('SIGKILL');

  const next = await startDemo();
  await vi.waitFor(async () => expect(await readdir(temporary)).toHaveLength(1), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await next.end('SIGINT')).toEqual([0, null]);
  expect(await readdir(temporary)).toEqual([]);
  expect(await readdir(folder)).toEqual(['t']);
});
