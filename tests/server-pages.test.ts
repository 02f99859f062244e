import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serversList } from '../src/host/servers/list.ts';
import { newId } from '../src/host/store/ids.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { LIST_PAGE_ROWS } from '../src/protocol/servers/limits.ts';
import { createTestAccount, createTestServer } from './support/accounts.ts';
import { createTestApp, createTestDeps, type TestBrowser, type TestDeps } from './support/host.ts';

let test: TestDeps;
let owner: TestBrowser;
let account: string;

beforeAll(async () => {
  test = await createTestDeps();
  const app = await createTestApp(test.deps, { serversList });
  ({ browser: owner, id: account } = await createTestAccount(app, test.deps));
});
afterAll(() => test.close());

let ports = 2_300;

async function add(players: number): Promise<string> {
  const { db, clock } = test.deps;
  const at = clock();
  ports += 10;
  const id = await createTestServer(test.deps, account, { game_port: ports, rcon_port: ports + 1 });
  const first = newId(at).slice(0, 18);
  await sql`
    insert into play_sessions (id, server_id, name, joined_at, joined_before, verified, lobby)
    select ${first} || lpad(to_hex(n), 6, '0'), ${id}, 'Player ' || n, ${at}, false, false, false
    from generate_series(1, ${players}::int) n`.execute(db);
  return id;
}

const page = async (query: string) =>
  CALLS.serversList.answer.parse((await owner.get(`/app/v1/servers/list?${query}`)).json());

it('a list comes in pages, and no page has more rows than are taken in at a time', async () => {
  expect(await page('')).toEqual({ servers: [], next: null });
  const ids: string[] = [];
  for (const players of [900, 900, 300, 0, 2_500, 3]) ids.push(await add(players));
  const small = [ids[2]!, ids[3]!, ids[5]!].sort();
  ids.sort();
  const sizes: number[] = [];
  const seen: string[] = [];
  for (let query = ''; ;) {
    const { servers, next } = await page(query);
    const rows = servers.reduce((sum, { players }) => sum + 1 + players.length, 0);
    if (servers.length > 1) expect(rows).toBeLessThanOrEqual(LIST_PAGE_ROWS);
    sizes.push(rows);
    seen.push(...servers.map(({ id }) => id).sort());
    if (next === null) break;
    expect(seen.at(-1)).toBe(next);
    query = `after=${next}`;
  }
  expect(seen).toEqual(ids);
  expect(sizes.reduce((sum, rows) => sum + rows, 0)).toBe(6 + 4_603);
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  const some = await page(`ids=${small.join(',')}&after=${small[0]}`);
  expect(some.servers.map(({ id }) => id).sort()).toEqual(small.slice(1));
  expect(some.next).toBeNull();
});
