/** Somebody is erased of whom another installation tells bans: they do not come back by what it tells later. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneGone } from '../../src/host/federation/gone.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { everything, holding } from '../support/two-people.ts';
import { bySteam, Installation, Time } from './installations.ts';

const BOB = '76561190000000001';
const EVE = '76561190000000002';

const time = new Time();
let there: Installation;
let here: Installation;
let theirs: string;
let own: string;

beforeEach(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
  theirs = await there.newList('Theirs');
  own = await here.newList('Own');
});
afterEach(async () => {
  await here.stop();
  await there.stop();
});

async function later(remote: string) {
  time.pass(60_000);
  await here.pull(remote);
}

const ids = (steamId: string) => identitiesOf({ guid: null, steamId, bohemiaId: null });

/** Erases whoever has a SteamID64. */
async function erase(at: Installation, steamId: string): Promise<void> {
  const person = await identify(at.deps.db, [{ identities: ids(steamId), name: 'Bob' }], time.now);
  const id = person.get(identityKey(ids(steamId)[0]!)) ?? '';
  await erasePerson({ ...at.deps, now: time.now }, id, () => undefined);
}

async function readAll(remote: string): Promise<void> {
  await sql`update remote_lists set epoch = null, cursor = 0, whole = true`.execute(here.deps.db);
  await later(remote);
}

it('whose ban was revoked there before they were erased here does not come back with it', async () => {
  const [bob, eve] = [await there.ban(theirs, bySteam(BOB)), await there.ban(theirs, bySteam(EVE))];
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const turn = async (status: string) => {
    for (const ban of [bob, eve]) {
      await there.post(`banlist/${theirs}/bans/${ban}/status`, { status });
    }
    await later(remote);
  };
  await turn('REVOKED');
  // Whom they were about is nowhere to be read.
  const ofBoth = [...ids(BOB), ...ids(EVE)].map(({ value }) => value);
  expect(holding(await everything(here.deps.db), ofBoth)).toEqual([]);
  await erase(here, EVE);
  await turn('ACTIVE');
  expect(await here.keysOf(remote)).toEqual([
    [expect.stringMatching(/^battleye /), `steam ${BOB}`],
  ]);
  await turn('REVOKED');
  await turn('ACTIVE');
  await readAll(remote);
  expect(await here.keysOf(remote)).toEqual([[expect.anything(), `steam ${BOB}`]]);
  expect(holding(await everything(here.deps.db), [EVE])).toEqual([]);
});

it('what says whom a ban was about that is gone is kept for a year', async () => {
  const bob = await there.ban(theirs, bySteam(BOB));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  await there.post(`banlist/${theirs}/bans/${bob}/status`, { status: 'REVOKED' });
  await later(remote);
  const { db } = here.deps;
  const kept = () =>
    db.selectFrom('remote_bans').select('known_by').where('banlist_id', '=', remote).execute();
  await pruneGone(db, time.now + 364 * 86_400_000);
  expect(await kept()).toEqual([{ known_by: [expect.any(String), expect.any(String)] }]);
  await pruneGone(db, time.now + 366 * 86_400_000);
  expect(await kept()).toEqual([]);
});

it('of bans that are gone the last of each list alone are remembered', async () => {
  const bob = await there.ban(theirs, bySteam(BOB));
  const eve = await there.ban(theirs, bySteam(EVE));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  const revoke = async (ban: string) => {
    await there.post(`banlist/${theirs}/bans/${ban}/status`, { status: 'REVOKED' });
    await later(remote);
  };
  const { db } = here.deps;
  const kept = async () => {
    const rows = await db.selectFrom('remote_bans').select('remote_id').execute();
    return rows.map(({ remote_id }) => remote_id);
  };
  await revoke(bob);
  await pruneGone(db, time.now, 1);
  expect((await kept()).toSorted()).toEqual([bob, eve].toSorted());
  await revoke(eve);
  await pruneGone(db, time.now, 1);
  expect(await kept()).toEqual([eve]);
});

it.each(['in force', 'revoked'])(
  'an address of somebody who is erased here does not come back with the ban of another that is %s',
  async (what) => {
    const eve = { steamId: EVE, ip: '198.51.100.8', name: 'Eve' };
    const muster_id = await there.seen(await there.obeys(theirs), eve);
    const ban = await there.ban(theirs, { kind: 'person', muster_id, addresses: true });
    const bob = { steamId: BOB, ip: eve.ip, name: 'Bob' };
    await here.seen(await here.obeys(own), bob);
    const remote = await here.follow(own, await there.share(theirs, true), true);
    await here.pull(remote);
    expect((await here.keysOf(remote)).flat()).toContainEqual(expect.stringMatching(/^net32 /));
    const turn = async (status: string) => {
      await there.post(`banlist/${theirs}/bans/${ban}/status`, { status });
      await later(remote);
    };
    if (what === 'revoked') await turn('REVOKED');
    await erase(here, BOB);
    const eves = [[expect.stringMatching(/^battleye /), `steam ${EVE}`]];
    expect(await here.keysOf(remote)).toEqual(what === 'revoked' ? [] : eves);
    await turn('REVOKED');
    await turn('ACTIVE');
    await readAll(remote);
    expect(await here.keysOf(remote)).toEqual(eves);
    expect(holding(await everything(here.deps.db), [bob.ip, 'net32 c6336408/32', BOB])).toEqual([]);
  },
);

it('an erased person goes from both, and erased here they do not come back', async () => {
  await there.ban(theirs, bySteam(BOB));
  const eve = await there.ban(theirs, bySteam(EVE));
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  await erase(there, BOB);
  await erase(here, EVE);
  await later(remote);
  await readAll(remote);
  expect(await here.keysOf(remote)).toEqual([]);
  const passes = () =>
    here.deps.db.selectFrom('remote_lists').select('pass').where('id', '=', remote).execute();
  for (const status of ['REVOKED', 'ACTIVE', 'REVOKED']) {
    await there.post(`banlist/${theirs}/bans/${eve}/status`, { status });
    await later(remote);
    expect(await here.keysOf(remote)).toEqual([]);
    const before = await passes();
    // Once a day both sides compare what they have: it is the same, and nothing is read again for it.
    time.pass(86_400_000);
    await later(remote);
    expect(await passes()).toEqual(before);
  }
  await readAll(remote);
  await there.post(`banlist/${theirs}/bans/${eve}/status`, { status: 'ACTIVE' });
  await later(remote);
  expect(await here.keysOf(remote)).toEqual([]);
});
