/** Whom a bucket would throw out of a server, before the server uses it. */
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  server,
} from '../../../tests/support/banning.ts';
import { add, newBucket, steam } from '../../../tests/support/bucketing.ts';
import { CALLS } from '../../protocol/calls.ts';
import { NO_IDENTIFIERS } from '../players/play-session.ts';

eachBansAnew();

async function isOn(name: string, steam_id: string, joined_at: number): Promise<void> {
  const seen = { joined_before: false, verified: true, lobby: false, left_at: null };
  const stay = { id: fresh(), server_id: server, name, joined_at, ...seen };
  await db()
    .insertInto('play_sessions')
    .values({ ...NO_IDENTIFIERS, ...stay, steam_id, muster_id: fresh() })
    .execute();
}

async function preview(body: Record<string, unknown>) {
  const path = `/app/v1/server/${server}/modules/preview`;
  return CALLS.modulesPreview.answer.parse((await ada.browser.post(path, body)).json());
}

it('counts a whitelist and reserved slots as if the server used them, and uses none by that', async () => {
  const now = groups.test.deps.clock();
  await isOn('Ann', STEAM, now - 2);
  await isOn('Bob', '76561190000000002', now - 1);
  const population = { players: 2, slots: 2, queue: null, source: 'live', observed_at: now };
  await db()
    .updateTable('servers')
    .set({ population: JSON.stringify(population) })
    .where('id', '=', server)
    .execute();
  const whitelist = await newBucket();
  const reserved = await newBucket({ type: 'RESERVED_SLOT' });
  for (const id of [whitelist, reserved]) await add(id, [steam(STEAM)]);
  const reserved_slots = { active: true, amount: 2 };
  expect(await preview({})).toMatchObject({ players: 2, kept_out: 0 });
  expect(await preview({ bucket_id: whitelist })).toMatchObject({ players: 2, kept_out: 1 });
  expect(await preview({ reserved_slots })).toMatchObject({ kept_out: 0 });
  expect(await preview({ reserved_slots, bucket_id: reserved })).toMatchObject({ kept_out: 1 });
  expect(await preview({})).toMatchObject({ kept_out: 0 });
});

it('counts for nobody who is in a bucket that they may not change', async () => {
  const theirs = await newBucket({ by: ben });
  expect(await does(ada, `server/${server}/modules/preview`, { bucket_id: theirs })).toBe(
    'not-found',
  );
});
