import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { sessionCalls } from '../session/calls.ts';
import { newId } from '../store/ids.ts';
import { displayResource, grant } from '../access/grants.ts';
import { DisplayPresence, sweepDisplays } from './display-presence.ts';

let test: TestDeps;
let owner: string;
let presence: DisplayPresence;

beforeEach(async () => {
  test = await createTestDeps();
  const app = await createTestApp(test.deps, sessionCalls);
  ({ id: owner } = await createTestAccount(app, test.deps));
  await app.close();
  presence = new DisplayPresence(test.deps);
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
  await grant(test.deps.db, owner, displayResource(id), ['display.modify'], null, 1);
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
    written = presence.lives(held, 1_000);
    await presence.lives(free, 2_000);
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
    both.push(presence.lives(display, 1_000), presence.gone(display, 2_000));
    // Something of another display is written in the meantime: there was time for what does not wait.
    await presence.lives(await paired(), 2_000);
  });
  await Promise.all(both);
  expect(await kept(display)).toEqual({ last_seen: 2_000, online_until: 0 });
});

it('a display that went is not there any more, also where its last sign could not be written', async () => {
  const display = await paired();
  await presence.lives(display, 1_000);
  await test.deps.db.schema
    .alterTable('displays')
    .addCheckConstraint('no_second_sign', sql`last_seen <> 2000`)
    .execute();
  await expect(presence.lives(display, 2_000)).rejects.toThrow('no_second_sign');
  await presence.gone(display, 3_000);
  expect(await kept(display)).toEqual({ last_seen: 3_000, online_until: 0 });
});

it('whoever paired a display is told once that it came, and that it went', async () => {
  const display = await paired();
  await presence.lives(display, 1_000);
  await presence.lives(display, 31_000);
  expect(told()).toEqual([[display, true, 1_000]]);
  await presence.gone(display, 40_000);
  await presence.gone(display, 41_000);
  expect(told().slice(1)).toEqual([[display, false, 40_000]]);
});

it('a display that another host has heard of since is there, and nobody is told that it went', async () => {
  const display = await paired();
  const other = new DisplayPresence(test.deps);
  await presence.lives(display, 1_000);
  await other.lives(display, 2_000);
  await presence.gone(display, 3_000);
  expect(told()).toEqual([[display, true, 1_000]]);
  expect((await kept(display)).last_seen).toBe(2_000);
});

it('a display that no host has heard of in time went, and came when one hears of it again', async () => {
  const [lost, open] = [await paired(), await paired()];
  await presence.lives(lost, 1_000);
  await presence.lives(open, 60_000);
  const { online_until: until } = await kept(lost);
  await sweepDisplays(test.deps, until - 1);
  expect(told()).toHaveLength(2);
  await sweepDisplays(test.deps, until);
  await sweepDisplays(test.deps, until);
  expect(told().slice(2)).toEqual([[lost, false, 1_000]]);
  await presence.lives(lost, 90_000);
  expect(told().slice(3)).toEqual([[lost, true, 90_000]]);
});

/** What was told of displays: which, whether it is connected, and when it was seen last. */
function told() {
  // Pairing stands in the account's own audit, too.
  const facts = test.publish.facts.filter(
    ({ stream }) => stream !== resourceStream('activity', owner),
  );
  return facts.map((fact) => {
    expect(fact.stream).toBe(resourceStream('displays', owner));
    const { row } = fact.data as { readonly row: RowOf<'displays'> };
    return [row.id, row.online, row.last_seen];
  });
}
