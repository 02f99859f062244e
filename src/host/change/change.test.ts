import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { accountStream } from '../../protocol/streams.ts';
import { publish } from '../realtime/log.ts';
import { readRanges } from '../realtime/read.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { secretsOf } from '../store/secrets/secrets.ts';
import { change, type Change } from './change.ts';

const NOW = Date.UTC(2026, 0, 15);
const secrets = secretsOf(Buffer.alloc(32, 7));
let database: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

function make<T>(work: (made: Change) => Promise<T>): Promise<T> {
  return change({ db: open.db, secrets, publish, now: NOW }, work);
}

async function putValue({ trx }: Change, key: string): Promise<void> {
  await trx.insertInto('host_values').values({ key, value: 'put' }).execute();
}

async function happened(id: string): Promise<unknown> {
  const { db } = open;
  const row = await db
    .selectFrom('host_values')
    .select('value')
    .where('key', '=', id)
    .executeTakeFirst();
  const told = await readRanges(db, [{ stream: accountStream(id), after: 0, upTo: 100 }]);
  const audited = await db
    .selectFrom('audit')
    .select(['action', 'actor', 'at'])
    .where('resource', '=', id)
    .execute();
  return { row: row?.value, told: told.map(({ data }) => data), audited };
}

it('a change is rows, what is told of them and what the audit says, all of one moment', async () => {
  const id = newId(NOW);
  const answer = await make(async (made) => {
    made.audit({ resource: id, action: 'servers.edit' });
    made.tellAccount(id, 'account');
    await putValue(made, id);
    return 'done';
  });
  expect([answer, await happened(id)]).toEqual([
    'done',
    {
      row: 'put',
      told: [{ muster_id: id, reason: 'account' }],
      audited: [{ action: 'servers.edit', actor: null, at: NOW }],
    },
  ]);
});

it('a change that fails has not happened, whatever it had said before', async () => {
  const id = newId(NOW);
  const failing = make(async (made) => {
    await putValue(made, id);
    made.tellAccount(id, 'account');
    made.audit({ resource: id, action: 'servers.edit' });
    throw new RangeError('the last thing');
  });
  await expect(failing).rejects.toThrow('the last thing');
  expect(await happened(id)).toEqual({ row: undefined, told: [], audited: [] });
});

it('what cannot be told takes the rows with it', async () => {
  const id = newId(NOW);
  const failing = make(async (made) => {
    await putValue(made, id);
    made.audit({ resource: id, action: 'servers.edit', detail: { text: 'a\0b', big: 1n } });
    made.tellAccount(id, 'account');
  });
  await expect(failing).rejects.toThrow('BigInt');
  expect(await happened(id)).toEqual({ row: undefined, told: [], audited: [] });
});

it('changes that tell the same streams in other orders do not wait for each other for ever', async () => {
  const [one, other] = [newId(NOW), newId(NOW + 1)];
  const both = (ids: readonly string[]) =>
    make(async (made) => {
      for (const id of ids) {
        made.tellAccount(id, 'account');
        made.audit({ resource: id, action: 'servers.edit' });
        // The other change says its first before this one says its second.
        await new Promise(setImmediate);
      }
    });
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => both(n % 2 === 0 ? [one, other] : [other, one])),
  );
  const streams = [one, other].map((id) => ({ stream: accountStream(id), after: 0, upTo: 100 }));
  expect(await readRanges(open.db, streams)).toHaveLength(40);
});
