/**
 * The host's doors and the pure decision on one stream: whoever `decide` keeps out of what is known is sent away, and nobody else.
 * The doors have their tables in PostgreSQL and a game that does what it is asked; the model has plain values.
 */
import * as fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { decideAll, type Guest } from '../../src/domain/doors/decide-all.ts';
import { PING_READINGS } from '../../src/domain/doors/ping.ts';
import type { Door } from '../../src/domain/doors/rule.ts';
import type { Countries } from '../../src/host/doors/countries.ts';
import { Doors } from '../../src/host/doors/doors.ts';
import { VpnLists } from '../../src/host/doors/vpn-lists.ts';
import { writeModules } from '../../src/host/modules/store.ts';
import type { OpenSession } from '../../src/host/players/play-session.ts';
import type { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { modules, type Modules } from '../../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../src/protocol/modules/limits.ts';
import {
  ada,
  ban,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  server,
} from '../support/banning.ts';
import { add, idsIn, newBucket, remove, steam } from '../support/bucketing.ts';

eachBansAnew();

const WAIT = { timeout: 5_000, interval: 5 };
const SLOTS = 3;
const PEOPLE = [0, 1, 2, 3, 4, 5] as const;
type Who = (typeof PEOPLE)[number];
const steamOf = (who: Who) => `7656119000000010${who}`;
/** The name says what the filter looks for in some of them. */
const nameOf = (who: Who) => (who === 5 ? 'Griefer' : `Player ${who}`);
const countryOf = (ip: string | null) => (ip?.endsWith('7') ? 'US' : 'DE');

type Step =
  | { readonly do: 'join'; readonly who: Who; readonly american: boolean }
  | { readonly do: 'leave'; readonly who: Who }
  | { readonly do: 'list'; readonly type: 'WHITELIST' | 'RESERVED_SLOT'; readonly who: Who }
  | { readonly do: 'ban'; readonly who: Who }
  | { readonly do: 'ping'; readonly high: readonly Who[] }
  | { readonly do: 'say'; readonly who: Who; readonly text: 'hello' | 'cheat for sale' }
  | { readonly do: 'set'; readonly modules: Modules };

/** What sends most people away is rare, so that the rules after it are asked, too. */
const rarely = fc.nat(5).map((n) => n === 0);
const often = fc.nat(5).map((n) => n > 0);
const who = fc.constantFrom(...PEOPLE);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('join'), who, american: fc.boolean() }) },
  fc.record({ do: fc.constant('leave'), who }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list'),
      type: fc.constantFrom('WHITELIST', 'RESERVED_SLOT', 'RESERVED_SLOT'),
      who,
    }),
  },
  fc.record({ do: fc.constant('ban'), who }),
  fc.record({ do: fc.constant('ping'), high: fc.subarray([...PEOPLE]) }),
  fc.record({ do: fc.constant('say'), who, text: fc.constantFrom('hello', 'cheat for sale') }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set'),
      modules: fc
        .record({
          whitelist: fc.record({ active: rarely, paused: fc.boolean() }),
          ping: fc.record({
            active: fc.boolean(),
            max: fc.constant(200),
            warn: fc.constant(false),
            protect_whitelist: fc.boolean(),
          }),
          geoblocking: fc.record({
            active: rarely,
            countries: fc.constant(['US']),
            invert: fc.boolean(),
          }),
          reserved_slots: fc.record({ active: often, amount: fc.constantFrom(1, 2) }),
        })
        .map((of) => modules.parse({ ...MODULES_UNSET, ...of })),
    }),
  },
);

/** It was not refused. */
async function done(asked: Promise<string>): Promise<void> {
  const answer = await asked;
  if (answer !== 'done') throw new Error(answer);
}

/** Somebody who is on, as the model has them. */
interface On {
  readonly who: Who;
  readonly stay: OpenSession;
  pings: number[];
  said: boolean;
}

/** A game that does what it is asked, the doors in front of it, and what the model knows of both. */
class Pair {
  readonly on: On[] = [];
  readonly whitelisted = new Map<Who, string>();
  readonly reserved = new Map<Who, string>();
  readonly banned = new Set<Who>();
  set: Modules = modules.parse(MODULES_UNSET);
  /** Whom the game was asked to kick, and whom it should be asked to. */
  readonly kicked: string[] = [];
  readonly expected: string[] = [];
  readonly buckets: Readonly<Record<'WHITELIST' | 'RESERVED_SLOT', string>>;
  readonly doors: Doors;
  readonly runtime: ServerRuntime;
  #joins = 0;

  constructor(buckets: Pair['buckets']) {
    this.buckets = buckets;
    const find = (id: string) => this.on.find(({ stay }) => stay.id === id)?.stay ?? null;
    const stays = () => this.on.map(({ stay }) => stay);
    this.runtime = {
      id: server,
      row: { configuration: { game: GAME.DAYZ } },
      slots: SLOTS,
      get stays() {
        return stays();
      },
      playerOf: find,
      playerKey: (id: string) => find(id)?.id ?? null,
      run: async ({ playerKey }: { playerKey: string }) => {
        this.kicked.push(playerKey);
        this.#gone(({ stay }) => stay.id === playerKey);
        return { ok: true, answer: '' };
      },
    } as unknown as ServerRuntime;
    this.doors = new Doors({
      ...groups.test.deps,
      stopping: new AbortController().signal,
      runtimes: () => new Map([[server, this.runtime]]),
      countries: { of: async (ip: string | null) => countryOf(ip) } as unknown as Countries,
      vpnLists: new VpnLists({ list: undefined, systems: undefined }, groups.test.deps),
    });
  }

  #gone(who_: (one: On) => boolean): void {
    const at = this.on.findIndex(who_);
    if (at >= 0) this.on.splice(at, 1);
  }

  async does(asked: Step): Promise<void> {
    switch (asked.do) {
      case 'join': {
        if (this.on.some((one) => one.who === asked.who) || this.on.length >= SLOTS) return;
        this.#joins += 1;
        const stay = {
          id: fresh(),
          muster_id: null,
          name: nameOf(asked.who),
          steam_id: steamOf(asked.who),
          guid: null,
          bohemia_id: null,
          ip: asked.american ? '198.51.100.7' : '198.51.100.4',
          joined_at: this.#joins,
        } as OpenSession;
        this.on.push({ who: asked.who, stay, pings: [], said: false });
        return this.doors.heard(this.runtime, [stay.id]);
      }
      case 'leave':
        return this.#gone((one) => one.who === asked.who);
      case 'list': {
        const entries = asked.type === 'WHITELIST' ? this.whitelisted : this.reserved;
        const id = this.buckets[asked.type];
        const known = entries.get(asked.who);
        if (known === undefined) {
          const entry = steam(steamOf(asked.who));
          await done(add(id, [entry]));
          entries.set(asked.who, entry.entry_id);
        } else {
          await done(remove(id, [known]));
          entries.delete(asked.who);
        }
        return this.doors.changed(server);
      }
      case 'ban':
        if (this.banned.has(asked.who)) return;
        this.banned.add(asked.who);
        await done(ban({ who: { kind: 'identity', steam_id: steamOf(asked.who) } }));
        return this.doors.lookAround(list);
      case 'ping': {
        const pings = this.on.map((one): [string, number] => {
          const ping = asked.high.includes(one.who) ? 300 : 20;
          one.pings.push(ping);
          return [one.stay.id, ping];
        });
        return this.doors.heardPings(this.runtime, new Map(pings));
      }
      case 'say': {
        const one = this.on.find((other) => other.who === asked.who);
        if (one === undefined) return;
        one.said ||= asked.text !== 'hello';
        return this.doors.heardChat(this.runtime, [{ speaker: one.stay, text: asked.text }]);
      }
      case 'set':
        this.set = asked.modules;
        await db()
          .transaction()
          .execute((trx) => writeModules(trx, server, this.set, 0));
        return this.doors.changed(server);
    }
  }

  /** Whom the decision keeps out, of what the model knows. */
  keptOut(): readonly string[] {
    const door: Door = {
      lists: [
        {
          id: list,
          identifier: 'Watch',
          primary: false,
          through: null,
          public: false,
          bans: [...this.banned].map((one) => ({
            id: fresh(),
            status: 'ACTIVE' as const,
            until: null,
            reason: 'Griefing',
            created_at: 0,
            keys: [`steam ${steamOf(one)}`],
          })),
        },
      ],
      modules: this.set,
      whitelists: 1,
      canWarn: true,
    };
    const guests = this.on.map(({ who: one, stay, pings, said }): Guest => ({
      id: stay.id,
      joinedAt: stay.joined_at,
      here: true,
      known: true,
      whitelisted: this.whitelisted.has(one),
      reserved: this.reserved.has(one),
      person: { ids: [], identities: [{ kind: 'steam', value: steamOf(one) }], addresses: [] },
      country: countryOf(stay.ip),
      network: null,
      steam: null,
      named: one === 5 ? [hit('griefer')] : [],
      said: said ? [hit('cheat')] : [],
      pings: pings.slice(-PING_READINGS),
      warnedOfPing: null,
    }));
    const decisions = decideAll(guests, door, SLOTS, groups.test.deps.clock());
    return guests.flatMap(({ id }, at) => (decisions[at]?.verdict === 'kick' ? [id] : []));
  }
}

const hit = (term: string) => ({
  id: term,
  bucket: { id: term, identifier: term },
  term,
  action: 'kick' as const,
  message: 'No.',
  minutes: null,
});

/** A bucket that the server uses. */
async function used(type: string, entries: readonly object[] = []): Promise<string> {
  const id = await newBucket({ type });
  if (entries.length > 0) await done(add(id, entries));
  await done(does(ada, `bucket/${id}/servers`, { server_id: server }));
  return id;
}

const filter = (term: string) => ({
  entry_id: fresh(),
  what: { kind: 'filter', term, term_kind: 'text', action: 'kick', message: 'No.' },
  minutes: null,
});

let buckets: Pair['buckets'];
beforeEach(async () => {
  await used('NAME_FILTER', [filter('griefer')]);
  await used('CHAT_FILTER', [filter('cheat')]);
  buckets = { WHITELIST: await used('WHITELIST'), RESERVED_SLOT: await used('RESERVED_SLOT') };
  await done(does(ada, `banlist/${list}/servers`, { server_id: server, primary: false }));
});

/** Nothing of an earlier stream is there any more. */
async function clear(): Promise<void> {
  for (const id of Object.values(buckets)) {
    const ids = await idsIn(id);
    if (ids.length > 0) await done(remove(id, ids));
  }
  await db().deleteFrom('ban_keys').execute();
  await db().deleteFrom('server_modules').execute();
}

it('on any stream of joins, names, pings, chat and changed lists, the same people leave', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }),
      async (steps) => {
        await clear();
        const pair = new Pair(buckets);
        try {
          for (const asked of steps) {
            await pair.does(asked);
            pair.expected.push(...pair.keptOut());
            const ids = pair.on.map(({ stay }) => stay.id);
            const stay = ids.filter((id) => !pair.expected.includes(id));
            await expect.poll(() => pair.on.map((one) => one.stay.id), WAIT).toEqual(stay);
          }
        } finally {
          // What was begun is done by then: nobody is kicked whom the decision lets in.
          await pair.doors.stop();
        }
        expect(pair.kicked.toSorted()).toEqual([...new Set(pair.expected)].toSorted());
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
