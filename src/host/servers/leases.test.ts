import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import type { OpenDatabase } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { beat, buryDead, forgetLeases, LEASE, takeLeases } from './leases.ts';
import { LiveServer } from './live-server.ts';
import { readServers } from './snapshots.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

/** A server whose host was connected `after` its last sign of life, and then died. */
async function diedAfterLogIn(after: number): Promise<{ id: string; lastSign: number }> {
  const { db } = open;
  const [id, host] = [newId(1), newId(1)];
  const lastSign = 1_000_000;
  await storeServer(db, id);
  await beat(db, host);
  await takeLeases(db, host, [id]);
  const state = { state: 'CONNECTED', ready: true, since: lastSign + after };
  await sql`update servers set state = state::jsonb || ${JSON.stringify(state)}::jsonb where id = ${id}`.execute(
    db,
  );
  await sql`update hosts set alive_until = ${lastSign + LEASE.lasts} where id = ${host}`.execute(
    db,
  );
  return { id, lastSign };
}

async function unheardSince(id: string): Promise<number | null> {
  const [read] = await open.db.transaction().execute((trx) => readServers(trx, [id]));
  return new LiveServer(read!.snapshot, [], read!.row.unheard_since).unheardSince;
}

const ENDS = {
  'another host': () => buryDead(open.db, newId(1)),
  'the same host, started again,': () => forgetLeases(open.db),
};

it.each(Object.entries(ENDS))(
  '%s marks what a dead host did not hear since its last sign of life',
  async (_, end) => {
    const { id, lastSign } = await diedAfterLogIn(-60_000);
    await end();
    expect(await unheardSince(id)).toBe(lastSign);
  },
);

it.each(Object.entries(ENDS))(
  '%s marks it since the log-in where that was later',
  async (_, end) => {
    const { id, lastSign } = await diedAfterLogIn(400);
    await end();
    expect(await unheardSince(id)).toBe(lastSign + 400);
  },
);
