import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { erasePerson } from '../players/erase.ts';
import { pack } from './parts.ts';

const server = 'a'.repeat(24);
const ada = 'b'.repeat(24);
/** Longer than a part. */
const LONG = 'nobody says anything\n'.repeat(100_000);

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
  const { db } = test.deps;
  await storeServer(db, server);
  await db
    .insertInto('players')
    .values({ muster_id: ada, name: 'Ada Lovelace', first_seen: 0, last_seen: 0 })
    .execute();
  await db
    .insertInto('player_identities')
    .values({ muster_id: ada, kind: 'bohemia', value: 'ada-of-bohemia' })
    .execute();
});
afterAll(() => test.close());

let uploads = 0;

async function keep(name: string, text: string): Promise<void> {
  const { db } = test.deps;
  uploads += 1;
  const id = String(uploads).padStart(24, '0');
  const { bytes, sha256, parts } = await pack(Buffer.from(text));
  const packed = parts.reduce((sum, { length }) => sum + length, 0);
  const of = { server_id: server, kind: 'game-log', at: 0, uploaded_by: server } as const;
  await db
    .insertInto('stored_files')
    .values({ id, ...of, name, bytes, sha256, packed })
    .execute();
  for (const [number, part] of parts.entries()) {
    await db.insertInto('stored_parts').values({ file_id: id, number, packed: part }).execute();
  }
}

it('every file goes that names somebody, wherever and in whatever it does, and no other', async () => {
  await keep('a.ADM', `${LONG}00:00:01 | Player "Ada Lovelace" is connected (id=x)\n${LONG}`);
  await keep('b.ADM', '00:00:01 | Player "Somebody" is connected (id=ada-of-bohemia)');
  await keep('Ada Lovelace.ADM', LONG);
  await keep('d.ADM', '00:00:01 | Player "Bob" says: Ada Lovelaces');
  const { deps } = test;
  let files = 0;
  await erasePerson({ ...deps, now: deps.clock() }, ada, (what, count) => {
    if (what === 'files') files += count;
  });
  expect(files).toBe(3);
  const { rows } = await sql<{ name: string; parts: number }>`
    select name, (select count(*)::int from stored_parts) as parts from stored_files
  `.execute(test.deps.db);
  expect(rows).toEqual([{ name: 'd.ADM', parts: 1 }]);
  const texts = await sql`select from event_personal where data::text like '%Ada%'`.execute(
    deps.db,
  );
  expect(texts.rows).toEqual([]);
});
