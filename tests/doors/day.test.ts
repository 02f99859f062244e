/**
 * A day at the doors of every game: whoever is banned, is called what nobody may be called or says what nobody may say is out
 * within two seconds of the message that tells it, and nobody else is touched. Here an hour of it, in seconds;
 * `npm run test:long -- doors/day` takes 24 hours, with hosts that are killed at random.
 */
import { afterEach, expect, it } from 'vitest';
import { addBans, type NewBan } from '../../src/host/bans/store.ts';
import { identitiesOf } from '../../src/host/players/identities.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { Random } from '../../src/sim/random.ts';
import { serverBody } from '../support/added-server.ts';
import { startHostPair, until, type HostPair } from '../two-hosts/host-pair.ts';
import { TAKEN_OVER_WITHIN } from '../two-hosts/trial.ts';
import {
  FILTERED,
  isBanned,
  SENT_AWAY,
  WatchedServer,
  type Rule,
  type WatchedStay,
} from './watched-server.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const SECOND = 1_000;
/** How much faster than real time people live: a day takes ten minutes. The doors have no more time for it. */
const SPEED = 144;
const HOUR = 3_600_000 / SPEED;
const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST'] as const;
/** So many accounts of each server's people are looked through for those who are banned. */
const ACCOUNTS = LONG ? 6_000 : 1_500;
const HOURS = LONG ? 24 : 0.5;
/** Beside other tests a machine has no time for two seconds: the long form holds to them. */
const WITHIN = (LONG ? 2 : 10) * SECOND;
const PATIENCE = LONG ? 0 : 180 * SECOND;
/** A server repeats what was not heard after two seconds, and another host takes over within ten. */
const MENDED = 20 * SECOND;

let pair: HostPair | null = null;
let servers: WatchedServer[] = [];

afterEach(async () => {
  for (const { sim } of servers) await sim.stop();
  await pair?.stop();
  [pair, servers] = [null, []];
});

const firstOf = (seed: number) => 76_561_190_000_000_000n + BigInt((seed - 1) * 1_000_000);

/** The ban list that all servers obey. */
async function makeList({ hosts, post, open, accountId }: HostPair, ids: readonly string[]) {
  const banlist_id = newId(Date.now());
  const ask = async (path: string, body: object) => {
    const answer = await post(hosts[0], `/app/v1/${path}`, body);
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const owner = { kind: 'account', id: accountId };
  await ask('banlists/create', { banlist_id, identifier: 'Sixths', owner });
  const accounts = GAMES.flatMap((_, at) =>
    Array.from({ length: ACCOUNTS }, (__, n) => String(firstOf(at + 1) + BigInt(n + 1))),
  );
  const bans = accounts.filter(isBanned).map((steam_id): NewBan => {
    const [id, now] = [newId(Date.now()), Date.now()];
    const identities = identitiesOf({ steamId: steam_id, guid: null, bohemiaId: null });
    return {
      row: {
        id,
        server_id: null,
        banlist_id,
        kind: 'person',
        person_id: null,
        name: '',
        steam_id,
        guid: null,
        bohemia_id: null,
        address: null,
        reason: SENT_AWAY.ban.replace('Banned: ', ''),
        description: '',
        status: 'ACTIVE',
        origin: 'IMPORTED',
        created_at: now,
        until: null,
        issuer_id: accountId,
        issuer_name: 'Ada',
        changed_at: now,
      },
      banned: { people: [], identities, addresses: [] },
    };
  });
  await open.db.transaction().execute((trx) => addBans(trx, banlist_id, bans));
  for (const type of ['NAME_FILTER', 'CHAT_FILTER'] as const) {
    const bucket_id = newId(Date.now());
    await ask('buckets/create', { bucket_id, type, identifier: type, owner });
    const filter =
      type === 'NAME_FILTER'
        ? { term: FILTERED.name, term_kind: 'regex', message: SENT_AWAY.name }
        : { term: FILTERED.chat, term_kind: 'text', message: SENT_AWAY.chat };
    const what = { kind: 'filter', action: 'kick', ...filter };
    await ask(`bucket/${bucket_id}/entries/add`, {
      entries: [{ entry_id: newId(Date.now()), what, comment: '', minutes: null }],
    });
    for (const server_id of ids) await ask(`bucket/${bucket_id}/servers`, { server_id });
  }
  for (const server_id of ids) {
    await ask(`banlist/${banlist_id}/servers`, { server_id, primary: false });
  }
}

/** Two hosts, and a server of each game that they run. */
async function begin(isHostile: boolean): Promise<HostPair> {
  const made = await startHostPair();
  pair = made;
  for (const [at, game] of GAMES.entries()) {
    servers.push(
      await WatchedServer.start(game, at + 1, {
        speed: SPEED,
        restartEveryHours: isHostile ? 4 : 0,
        restart: { downMs: 2 * SECOND, loadingMs: SECOND },
        hostile: isHostile,
      }),
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
  await makeList(made, ids);
  await until(() => servers.every(({ sim }) => sim.admins().length > 0), 20 * SECOND);
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
const LASTING = ['ban', 'name'] as const;
const overdue = (milliseconds: number, rules: readonly Rule[] = LASTING) =>
  servers.flatMap((one) => one.overdue(milliseconds, rules));

it(
  'everybody who is kept out leaves in time, and nobody else is sent away',
  async () => {
    await begin(false);
    // Who was there before the servers obeyed anything.
    await until(() => overdue(WITHIN).length === 0, MENDED);
    for (const server of servers) server.forgetChat();
    const before = allStays().length;
    const end = performance.now() + HOURS * HOUR;
    await until(
      () => {
        expect(overdue(WITHIN, ['ban', 'name', 'chat'])).toEqual([]);
        return performance.now() > end;
      },
      2 * HOURS * HOUR,
    );
    expect(wronged()).toEqual([]);
    const stays = allStays().slice(before);
    report(stays, 0);
    const sentBy = (rule: Rule) => stays.filter(({ sent }) => sent === rule).length;
    expect([sentBy('ban') > 3, sentBy('name') > 3]).toEqual([true, true]);
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

function report(stays: readonly WatchedStay[], kills: number): void {
  if (!LONG) return;
  const times = stayedOn(stays).toSorted((a, b) => a - b);
  const [half = 0, most = 0] = [times[times.length >> 1], times.at(-1)];
  const sent = stays.filter((stay) => stay.sent !== null).length;
  process.stdout.write(
    `${stays.length} stays, ${sent} sent away, ${kills} kills; half of them within ${half.toFixed(0)} ms, all within ${most.toFixed(0)} ms\n`,
  );
}
