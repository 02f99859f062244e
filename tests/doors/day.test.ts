/**
 * A day at the doors of every game: whoever the decision keeps out, by a ban, a filter or a module, is out within two seconds of
 * the message that tells it, and nobody else is touched. Here half an hour of it, in seconds; `npm run test:long -- doors/day`
 * takes 24 hours, or as many as MUSTER_HOURS says, with hosts that are killed at random.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { addBans } from '../../src/host/bans/store.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { BUCKET_LIMIT } from '../../src/protocol/buckets/limits.ts';
import { Random } from '../../src/sim/random.ts';
import { serverBody } from '../support/added-server.ts';
import { importedBan } from '../support/imported-ban.ts';
import { countryDatabase } from '../support/mmdb.ts';
import { startHostPair, until, type HostPair } from '../two-hosts/host-pair.ts';
import { TAKEN_OVER_WITHIN } from '../two-hosts/trial.ts';
import {
  ABROAD,
  BAN_REASON,
  FILTER,
  isBanned,
  isListed,
  isReserved,
  modulesOf,
  VPN,
} from './day-rules.ts';
import { WatchedServer, type Rule, type WatchedStay } from './watched-server.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const SECOND = 1_000;
/** How much faster than real time people live: a day takes ten minutes. The doors have no more time for it. */
const SPEED = 144;
const HOUR = 3_600_000 / SPEED;
const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST'] as const;
/** So many accounts of each server's people are looked through for those who are banned. */
const ACCOUNTS = LONG ? 6_000 : 1_500;
const HOURS = LONG ? Number(process.env.MUSTER_HOURS ?? 24) : 0.5;
/** Beside other tests a machine has no time for two seconds: the long form holds to them. */
const WITHIN = (LONG ? 2 : 10) * SECOND;
const PATIENCE = LONG ? 0 : 180 * SECOND;
/** A server repeats what was not heard after two seconds, and another host takes over within ten. */
const MENDED = 20 * SECOND;

let pair: HostPair | null = null;
let servers: WatchedServer[] = [];
let folder: string | null = null;

afterEach(async () => {
  for (const { sim } of servers) await sim.stop();
  await pair?.stop();
  if (folder !== null) await rm(folder, { recursive: true });
  [pair, servers, folder] = [null, [], null];
});

const firstOf = (seed: number) => 76_561_190_000_000_000n + BigInt((seed - 1) * 1_000_000);

/** Accounts of the people of a server, by its number. */
const accountsOf = (at: number) =>
  Array.from({ length: ACCOUNTS }, (_, n) => String(firstOf(at + 1) + BigInt(n + 1)));

/** A ban list that all servers obey, buckets that they use, and their modules. */
async function makeRules(of: HostPair, ids: readonly string[], keeps: boolean): Promise<void> {
  const { hosts, post, open, accountId } = of;
  const ask = async (path: string, body: object) => {
    const answer = await post(hosts[0], `/app/v1/${path}`, body);
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const owner = { kind: 'account', id: accountId };
  const bucketOf = async (type: string, whats: readonly object[], on: readonly string[]) => {
    const bucket_id = newId(Date.now());
    await ask('buckets/create', { bucket_id, type, identifier: type, owner });
    for (let from = 0; from < whats.length; from += BUCKET_LIMIT.atOnce) {
      const entries = whats.slice(from, from + BUCKET_LIMIT.atOnce).map((what) => ({
        entry_id: newId(Date.now()),
        what,
        comment: '',
        minutes: null,
      }));
      await ask(`bucket/${bucket_id}/entries/add`, { entries });
    }
    for (const server_id of on) await ask(`bucket/${bucket_id}/servers`, { server_id });
  };
  for (const type of ['NAME_FILTER', 'CHAT_FILTER'] as const) {
    await bucketOf(type, [{ kind: 'filter', action: 'kick', ...FILTER[type] }], ids);
  }
  for (const [at, game] of GAMES.entries()) {
    const server = ids[at] ?? '';
    const people = (isIn: (steamId: string) => boolean) =>
      accountsOf(at)
        .filter(isIn)
        .map((steam_id) => ({ kind: 'identity', steam_id }));
    await bucketOf(
      'WHITELIST',
      people((steamId) => isListed(game, steamId)),
      [server],
    );
    const set = modulesOf(game, keeps);
    if (set.reserved_slots.active) await bucketOf('RESERVED_SLOT', people(isReserved), [server]);
    const { whitelist, geoblocking, vpn, ping, reserved_slots } = set;
    await ask(`server/${server}/modules`, { geoblocking, vpn, ping, reserved_slots });
    if (whitelist.active) await ask(`server/${server}/modules/whitelist`, { active: true });
  }
  const banlist_id = newId(Date.now());
  await ask('banlists/create', { banlist_id, identifier: 'Sixths', owner });
  const bans = GAMES.flatMap((_, at) => accountsOf(at))
    .filter(isBanned)
    .map((steam_id) => importedBan(banlist_id, steam_id, BAN_REASON));
  await open.db.transaction().execute((trx) => addBans(trx, banlist_id, bans));
  for (const server_id of ids) {
    await ask(`banlist/${banlist_id}/servers`, { server_id, primary: false });
  }
  for (const server of servers) server.asks();
}

/** What the operator has given of addresses. */
async function dataOfAddresses(): Promise<Record<string, string>> {
  folder = await mkdtemp(join(tmpdir(), 'muster-day-'));
  const [vpn, countries] = [join(folder, 'vpn.txt'), join(folder, 'countries.mmdb')];
  await writeFile(vpn, `${VPN}\n`);
  await writeFile(countries, countryDatabase([ABROAD], Date.now()));
  return { MUSTER_VPN_DATA: vpn, MUSTER_COUNTRY_DATA: countries };
}

/** Two hosts, and a server of each game that they run. */
async function begin(isHostile: boolean): Promise<HostPair> {
  const made = await startHostPair(undefined, await dataOfAddresses());
  pair = made;
  for (const [at, game] of GAMES.entries()) {
    servers.push(
      await WatchedServer.start(
        game,
        at + 1,
        {
          speed: SPEED,
          restartEveryHours: isHostile ? 4 : 0,
          restart: { downMs: 2 * SECOND, loadingMs: SECOND },
          hostile: isHostile,
        },
        modulesOf(game, !isHostile),
      ),
    );
  }
  const ids: string[] = [];
  for (const { sim, game } of servers) {
    const answer = await made.post(
      made.hosts[0],
      '/app/v1/servers/add',
      serverBody(sim, game, GAME[game]),
    );
    ids.push(((await answer.json()) as { server_id: string }).server_id);
  }
  await until(() => servers.every(({ sim }) => sim.admins().length > 0), 20 * SECOND);
  // Who was there before a server kept slots free, and who came first of them, is not asked in a bad network.
  await makeRules(made, ids, !isHostile);
  return made;
}

/** For how long those were on whom a rule asked to leave, of stays that ended; milliseconds. */
function stayedOn(stays: readonly WatchedStay[]): readonly number[] {
  return stays.flatMap(({ due, left }) => {
    const first = Math.min(...due.values());
    return left === null || due.size === 0 ? [] : [left - first];
  });
}

const allStays = () => servers.flatMap(({ stays }) => stays);
const wronged = () => servers.flatMap((one) => one.wronged());
/** What the game shows for as long as somebody is on: a line of chat that nobody heard is gone. */
const LASTING = ['ban', 'whitelist', 'geoblocking', 'vpn', 'name-filter'] as const;
/** What is asked where nothing is lost and nobody is killed. */
const ALL = [...LASTING, 'reserved-slot', 'chat-filter'] as const;
/** A host that asked for a list to kick somebody who had just left has counted none where it seems to have: it does so with the next. */
const PING_WITHIN = WITHIN + 5 * SECOND;
const overdue = (milliseconds: number, rules: readonly Rule[] = LASTING) =>
  servers.flatMap((one) => one.overdue(milliseconds, rules));

it(
  'everybody who is kept out leaves in time, and nobody else is sent away',
  async () => {
    await begin(false);
    // Who was there before the servers obeyed anything.
    await until(() => overdue(0).every(({ early }) => !early), 3 * MENDED);
    for (const server of servers) server.forgetChat();
    const before = allStays().length;
    const end = performance.now() + HOURS * HOUR;
    await until(
      () => {
        expect(overdue(WITHIN, ALL)).toEqual([]);
        expect(overdue(PING_WITHIN, ['ping'])).toEqual([]);
        return performance.now() > end;
      },
      2 * HOURS * HOUR,
    );
    expect(wronged()).toEqual([]);
    const stays = allStays().slice(before);
    report(stays, 0);
    const by = sentBy(allStays());
    const least = (rule: Rule) => by.get(rule) ?? 0;
    expect([least('ban') > 3, least('name-filter') > 3]).toEqual([true, true]);
    const others = ['whitelist', 'geoblocking', 'vpn', 'reserved-slot'] as const;
    expect(others.filter((rule) => least(rule) === 0)).toEqual([]);
  },
  PATIENCE,
);

it(
  'with lost packets, restarts and killed hosts, too, once somebody holds the server again',
  async () => {
    const { hosts } = await begin(true);
    const random = new Random(20_261_127);
    const end = performance.now() + HOURS * HOUR;
    let [kills, killAt] = [0, performance.now() + HOUR / 3];
    await until(
      async () => {
        expect(overdue(MENDED)).toEqual([]);
        expect(wronged()).toEqual([]);
        if (performance.now() > killAt) {
          const { process: host } = hosts[random.int(0, 1)] ?? hosts[0];
          await host.kill();
          for (const server of servers) server.unheldFor(TAKEN_OVER_WITHIN);
          await host.start();
          kills += 1;
          killAt = LONG ? performance.now() + (20 + random.next() * 40) * SECOND : Infinity;
        }
        return performance.now() > end;
      },
      3 * HOURS * HOUR,
    );
    expect(kills).toBeGreaterThan(0);
    report(allStays(), kills);
    expect(allStays().filter(({ sent }) => sent !== null).length).toBeGreaterThan(10);
  },
  PATIENCE,
);

/** How many were sent away by each rule. */
function sentBy(stays: readonly WatchedStay[]): ReadonlyMap<Rule, number> {
  const counts = new Map<Rule, number>();
  for (const { sent } of stays) {
    const rule = sent?.rule ?? null;
    if (rule !== null) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}

function report(stays: readonly WatchedStay[], kills: number): void {
  if (!LONG) return;
  const times = stayedOn(stays).toSorted((a, b) => a - b);
  const [half = 0, most = 0] = [times[times.length >> 1], times.at(-1)];
  const sent = stays.filter((stay) => stay.sent !== null).length;
  const by = [...sentBy(stays)].map(([rule, count]) => `${rule} ${count}`).join(', ');
  process.stdout.write(
    `${stays.length} stays, ${sent} sent away (${by}), ${kills} kills; half of them within ${half.toFixed(0)} ms, all within ${most.toFixed(0)} ms\n`,
  );
}
