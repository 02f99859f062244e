/**
 * A simulated week of two installations that share a list each way, while the connection breaks in every way, hosts die, and
 * everybody changes bans. Whenever they talk undisturbed, the lists are equal: none is lost, none is doubled.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanBans, endBans } from '../../src/host/bans/over.ts';
import { pruneChanges } from '../../src/host/federation/changes.ts';
import { forgetRequests } from '../../src/host/federation/serve.ts';
import { Installation, Time } from './installations.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const time = new Time();
let sides: readonly [Side, Side];

/** An installation, the list that it shares, and its copy of the other one's. */
interface Side {
  readonly at: Installation;
  readonly list: string;
  readonly remote: string;
  readonly bans: string[];
}

beforeAll(async () => {
  const [ada, ben] = [await Installation.start(time), await Installation.start(time)];
  const lists = [await ada.newList('Ada'), await ben.newList('Ben')] as const;
  sides = [
    {
      at: ada,
      list: lists[0],
      remote: await ada.follow(lists[0], await ben.share(lists[1])),
      bans: [],
    },
    {
      at: ben,
      list: lists[1],
      remote: await ben.follow(lists[1], await ada.share(lists[0])),
      bans: [],
    },
  ];
});
afterAll(async () => {
  for (const { at } of sides) await at.stop();
});

/** Numbers that look like chance, and are the same in each run. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a list keeps out: reasons, ends and what people are found by. */
async function keptOut({ at }: Side, list: string): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select b.data->>'reason' as reason, b.data->>'until' as until, array_agg(k.key order by k.key) as keys
    from paged_bans b join ban_keys k on k.ban_id = b.id
    where b.owner_id = ${list} and b.key_status = 'active'
    group by b.id, b.data->>'reason', b.data->>'until' order by 3, 1, 2
  `.execute(at.deps.db);
  return rows;
}

async function changeOne({ at, list, bans }: Side, pick: (below: number) => number) {
  const id = bans[pick(Math.max(1, bans.length))];
  const path = `banlist/${list}/bans/${id}`;
  const does = pick(10);
  if (id === undefined || does < 5) {
    const steam_id = `765611900${String(pick(100_000_000)).padStart(8, '0')}`;
    const minutes = pick(3) === 0 ? 1 + pick(2_000) : null;
    bans.push(await at.ban(list, { kind: 'identity', steam_id }, { minutes }));
  } else if (does < 7) {
    await at.owner.browser.post(`/app/v1/${path}/status`, { status: 'REVOKED' });
  } else if (does < 9) {
    await at.owner.browser.post(`/app/v1/${path}`, { reason: `Reason ${pick(1_000)}` });
  } else await at.owner.browser.post(`/app/v1/${path}/status`, { status: 'ACTIVE', minutes: null });
}

it('is equal on both sides after each partition of a week', async () => {
  const pick = chances(20_261_127);
  const until = time.now + 7 * DAY;
  const read = async () => {
    for (const { at, remote } of sides) await at.pull(remote);
  };
  let partitions = 0;
  let compared = 0;
  while (time.now < until) {
    const [one, other] = pick(2) === 0 ? sides : [sides[1], sides[0]];
    const fault = pick(5);
    if (fault === 0) one.at.way.cut();
    for (let changes = pick(8); changes > 0; changes -= 1)
      await changeOne(pick(2) === 0 ? one : other, pick);
    const reading = read();
    // The way breaks in the middle of an answer, or the host that reads dies.
    if (fault === 1) one.at.way.drop();
    if (fault === 2) await other.at.restart();
    await reading;
    if (fault <= 2) partitions += 1;
    time.pass((5 + pick(180)) * MINUTE);
    one.at.way.heal();
    for (const { at } of sides) {
      await endBans(at.deps);
      if (pick(10) === 0) await cleanBans(at.deps);
      await forgetRequests(at.deps.db, time.now);
      await pruneChanges(at.deps.db, time.now);
    }
    if (fault === 3) continue;
    time.pass(2 * 3_600_000);
    for (const { at } of sides) await endBans(at.deps);
    await read();
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await keptOut(b, b.remote)).toEqual(await keptOut(a, a.list));
    }
    compared += 1;
  }
  expect(partitions).toBeGreaterThan(15);
  expect(compared).toBeGreaterThan(15);
  for (const { at, remote } of sides) {
    const { rows } = await sql`
      select from remote_bans where banlist_id = ${remote} group by remote_id having count(*) > 1
    `.execute(at.deps.db);
    expect(rows).toEqual([]);
  }
}, 300_000);
