import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { erasePerson, filesOfPerson } from '../players/erase.ts';
import { eraseFiles } from './erase.ts';
import { pack } from './parts.ts';
import { lockStorage } from './storage.ts';

const server = 'a'.repeat(24);
const elsewhere = 'c'.repeat(24);
const ada = 'b'.repeat(24);
/** Longer than a part. */
const LONG = 'nobody says anything\n'.repeat(100_000);

let test: TestDeps;

beforeEach(async () => {
  test = await createTestDeps();
  const { db } = test.deps;
  await storeServer(db, server);
  await storeServer(db, elsewhere);
  await db
    .insertInto('players')
    .values({ muster_id: ada, name: 'Ada Lovelace', first_seen: 0, last_seen: 0 })
    .execute();
  await db
    .insertInto('player_identities')
    .values({ muster_id: ada, kind: 'bohemia', value: 'ada-of-bohemia' })
    .execute();
  await sql`
    insert into player_names (muster_id, server_id, folded, name, at, grams)
    values (${ada}, ${server}, 'ada lovelace', 'Ada Lovelace', 0, '{}')
  `.execute(db);
});
afterEach(() => test.close());

let uploads = 0;

async function keep(name: string, text: string, of_server = server): Promise<string> {
  const { db } = test.deps;
  uploads += 1;
  const id = String(uploads).padStart(24, '0');
  const { bytes, sha256, parts } = await pack(Buffer.from(text));
  const packed = parts.reduce((sum, { length }) => sum + length, 0);
  const of = { server_id: of_server, kind: 'game-log', at: 0, uploaded_by: server } as const;
  await db
    .insertInto('stored_files')
    .values({ id, ...of, name, bytes, sha256, packed })
    .execute();
  for (const [number, part] of parts.entries()) {
    await db.insertInto('stored_parts').values({ file_id: id, number, packed: part }).execute();
  }
  return id;
}

it('every file goes that names somebody, wherever and in whatever it does, and no other', async () => {
  await keep('a.ADM', `${LONG}00:00:01 | Player "Ada Lovelace" is connected (id=x)\n${LONG}`);
  await keep('b.ADM', '00:00:01 | Player "Somebody" is connected (id=ada-of-bohemia)');
  await keep('Ada Lovelace.ADM', LONG);
  await keep('d.ADM', '00:00:01 | Player "Bob" says: Ada Lovelaces');
  await keep('e.ADM', '00:00:01 | Chat("Bob"(id=x)): have you seen Ada Lovelace');
  await keep('f.ADM', '00:00:01 | Player "Ada Lovelace" is connected (id=y)', elsewhere);
  const { deps } = test;
  expect(await filesOfPerson(deps.db, ada)).toBe(3);
  let files = 0;
  await erasePerson({ ...deps, now: deps.clock() }, ada, (what, count) => {
    if (what === 'files') files += count;
  });
  expect(files).toBe(3);
  const { rows } = await sql<{ name: string; parts: number }>`
    select name, (select count(*)::int from stored_parts) as parts from stored_files order by name
  `.execute(test.deps.db);
  expect(rows.map(({ name }) => name)).toEqual(['d.ADM', 'e.ADM', 'f.ADM']);
  expect(rows[0]?.parts).toBe(3);
  const texts = await sql`select from event_personal where data::text like '%Ada%'`.execute(
    deps.db,
  );
  expect(texts.rows).toEqual([]);
});

it('goes on where files and servers go in the meantime', async () => {
  const { db, clock } = test.deps;
  const gone = await keep('a.ADM', 'canary');
  await keep('b.ADM', 'canary', elsewhere);
  const cut = await keep('c.ADM', LONG);
  await keep('d.ADM', 'another canary');
  await sql`update stored_files set packed = packed + 1 where id = ${cut}`.execute(db);
  const tells = (text: string) => text.includes('canary');
  const servers = [server, elsewhere];
  const context = { ...test.deps, now: clock() };
  let files = 0;
  let ended = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await lockStorage(trx, server);
    ended = eraseFiles(context, { servers, tells }, (count) => {
      files += count;
    });
    await untilLocked(db, 1);
    await trx.deleteFrom('stored_files').where('id', '=', gone).execute();
    await trx.deleteFrom('servers').where('id', '=', elsewhere).execute();
  });
  await ended;
  expect(files).toBe(1);
});
