import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import type { OpenDatabase } from '../store/database.ts';
import { prunePlaySessions } from './prune-play-sessions.ts';

const hex = (digit: string) => digit.repeat(24);
const [server, elsewhere] = [hex('e'), hex('f')] as const;
const [ada, bob] = [hex('a'), hex('b')] as const;

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
  await storeServer(open.db, server);
  await storeServer(open.db, elsewhere);
});
beforeEach(() => open.db.deleteFrom('play_sessions').execute());
afterAll(() => open.close());

const stay = (
  id: string,
  muster_id: string | null,
  [joined_at, left_at]: readonly [number, number | null],
  server_id: string = server,
) => ({
  id: hex(id),
  server_id,
  muster_id,
  name: `Name ${id}`,
  joined_at,
  joined_before: false,
  verified: true,
  lobby: false,
  guid: '0'.repeat(32),
  steam_id: null,
  bohemia_id: null,
  position: null,
  ip: '192.0.2.1',
  port: 2304,
  left_at,
});

/** Which play sessions there are, and whose address. */
async function kept() {
  const rows = await open.db.selectFrom('play_sessions').selectAll().orderBy('id').execute();
  return rows.map(({ id, name, ip, guid, port }) => [id[0], name, ip ?? guid ?? port]);
}

it('forgets what ended, but the name of whom a server knows by nothing else', async () => {
  const stays = [
    stay('1', ada, [10, 20]),
    stay('2', ada, [30, 40]),
    stay('3', ada, [50, 60], elsewhere),
    stay('4', bob, [10, 20]),
    stay('5', bob, [150, 160]),
    stay('6', null, [10, 20]),
    stay('7', hex('c'), [10, null]),
  ];
  await open.db.insertInto('play_sessions').values(stays).execute();
  for (let times = 0; times < 2; times += 1) {
    await prunePlaySessions(open.db, 100);
    expect(await kept()).toEqual([
      ['2', 'Name 2', null],
      ['3', 'Name 3', null],
      ['5', 'Name 5', '192.0.2.1'],
      ['7', 'Name 7', '192.0.2.1'],
    ]);
  }
});

it('forgets however many there are, and waits for nobody', async () => {
  await open.db
    .insertInto('play_sessions')
    .values(stay('1', null, [1, 2]))
    .execute();
  await sql`
    insert into play_sessions (id, server_id, name, joined_at, joined_before, verified, lobby, left_at)
    select lpad(n::text, 24, '0'), ${server}, 'Ada', n, false, true, false, n
    from generate_series(1, 5001) n
  `.execute(open.db);
  const other = await open.db.startTransaction().execute();
  await sql`select from play_sessions where id = ${hex('1')} for update`.execute(other);
  await prunePlaySessions(open.db, 10_000);
  await other.rollback().execute();
  expect(await kept()).toMatchObject([['1', 'Name 1', '192.0.2.1']]);
});
