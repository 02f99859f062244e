/** Somebody is erased who was put into a bucket before anybody had seen them: nothing of them is left in any table. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeBucketStreams } from '../../src/host/buckets/own.ts';
import { cleanBuckets } from '../../src/host/buckets/over.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { prune } from '../../src/host/prune.ts';
import { newId } from '../../src/host/store/ids.ts';
import { Installation, Time } from '../federation/installations.ts';
import { everything, holding, tableOf } from '../support/two-people.ts';

const BOB = { steamId: '76561190000000001', ip: '192.0.2.7', name: 'Bobcat' };
const DAY = 86_400_000;

const time = new Time();
let here: Installation;
beforeEach(async () => {
  here = await Installation.start(time);
});
afterEach(() => here.stop());

it.each(['there', 'removed', 'removed for long', 'over', 'gone with its bucket'])(
  'who was added by an id before anybody had seen them is in no audit and no log: the entry is %s',
  async (what) => {
    const { db } = here.deps;
    const [bucket_id, entry_id] = [newId(time.now), newId(time.now)];
    const server = await here.obeys(await here.newList('Watch'));
    const owner = { kind: 'account', id: here.owner.id };
    await here.post('buckets/create', {
      bucket_id,
      type: 'WHITELIST',
      identifier: 'Regulars',
      owner,
    });
    const who = { kind: 'identity', steam_id: BOB.steamId, name: 'Wallhacker' };
    const entries = [{ entry_id, what: who, comment: 'A canary', minutes: 60 }];
    await here.post(`bucket/${bucket_id}/entries/add`, { entries });
    const remove = () => here.post(`bucket/${bucket_id}/entries/remove`, { ids: [entry_id] });
    if (what === 'removed') await remove();
    time.pass(1_000);
    const bob = await here.seen(server, BOB);
    if (what === 'removed for long') {
      await remove();
      time.pass(DAY);
      await prune({ ...here.deps, clock: () => time.now });
    }
    if (what === 'over') {
      time.pass(2 * DAY);
      await cleanBuckets(here.deps);
    }
    if (what === 'gone with its bucket') {
      await here.post(`bucket/${bucket_id}/delete`, { identifier: 'Regulars' });
      await removeBucketStreams(db, { bucket_id });
    }
    expect(await left('Wallhacker')).not.toEqual([]);
    await erasePerson({ ...here.deps, now: time.now }, bob, () => undefined);
    expect((await left('Wallhacker', 'canary', BOB.steamId)).map(tableOf)).toEqual([]);
  },
);

const left = async (...texts: readonly string[]) => holding(await everything(here.deps.db), texts);
