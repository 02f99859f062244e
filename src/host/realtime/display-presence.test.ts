import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';
import { DisplayPresence } from './display-presence.ts';

let test: TestDeps;
let owner: string;
let presence: DisplayPresence;

beforeEach(async () => {
  test = await createTestDeps();
  const app = await createTestApp(test.deps, sessionCalls);
  ({ id: owner } = await createTestAccount(app, test.deps));
  await app.close();
  presence = new DisplayPresence(test.deps.db);
});
afterEach(async () => {
  await presence.idle();
  await test.close();
});

async function paired(): Promise<string> {
  const id = newId(1);
  const values = { name: 'Hall', wall_id: null, token_hash: null, paired_at: 1, last_seen: null };
  await test.deps.db
    .insertInto('displays')
    .values({ id, owner, user_agent: '', ...values })
    .execute();
  return id;
}

const kept = (id: string) =>
  test.deps.db
    .selectFrom('displays')
    .select(['last_seen', 'online_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('a display that cannot be written down keeps no other one waiting', async () => {
  const [held, free] = [await paired(), await paired()];
  let written: Promise<number | null> | undefined;
  await test.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('displays').select('id').where('id', '=', held).forUpdate().execute();
    written = presence.end(held, 1_000);
    await presence.end(free, 2_000);
    await presence.tell({ id: free, owner }, true, 2_000);
    expect(await kept(held)).toMatchObject({ last_seen: null });
  });
  expect(await written).toBe(31_000);
  expect(await kept(free)).toMatchObject({ last_seen: 2_000 });
});

it('a display that goes while its coming is still being written is gone in the end', async () => {
  const display = await paired();
  const both: Promise<unknown>[] = [];
  await test.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('displays').select('id').where('id', '=', display).forUpdate().execute();
    both.push(presence.end(display, 1_000), presence.tell({ id: display, owner }, false, 2_000));
    // Something of another display is written meanwhile: there was time for what does not wait.
    await presence.end(await paired(), 2_000);
  });
  await Promise.all(both);
  expect(await kept(display)).toEqual({ last_seen: 2_000, online_until: 0 });
});

it('a display that went is not there any more, also where its last sign could not be written', async () => {
  const display = await paired();
  await presence.end(display, 1_000);
  await test.deps.db.schema
    .alterTable('displays')
    .addCheckConstraint('no_second_sign', sql`last_seen <> 2000`)
    .execute();
  await expect(presence.end(display, 2_000)).rejects.toThrow('no_second_sign');
  await presence.tell({ id: display, owner }, false, 3_000);
  expect(await kept(display)).toEqual({ last_seen: 3_000, online_until: 0 });
});

it('that a display came is told, and written down by its sign of life alone', async () => {
  const display = await paired();
  await presence.tell({ id: display, owner }, true, 1_000);
  expect(await kept(display)).toEqual({ last_seen: null, online_until: 0 });
});
