/**
 * A game that does what it is asked with the host's doors in front of it, whose tables are in PostgreSQL, and beside them what a model
 * in plain values knows of both. The model asks the pure decision, and finds bans by the keys of whom they name.
 */
import { sql } from 'kysely';
import type { Ban, ObeyedList } from '../../src/domain/bans/applies.ts';
import { keysOfBanned, type Banned } from '../../src/domain/bans/keys.ts';
import { decideAll, type Guest } from '../../src/domain/doors/decide-all.ts';
import { PING_READINGS } from '../../src/domain/doors/ping.ts';
import type { FilterHit, SteamFacts } from '../../src/domain/doors/rule.ts';
import { doorText } from '../../src/domain/doors/text.ts';
import type { Countries } from '../../src/host/doors/countries.ts';
import { Doors } from '../../src/host/doors/doors.ts';
import type { VpnLists } from '../../src/host/doors/vpn-lists.ts';
import { writeModules } from '../../src/host/modules/store.ts';
import type { OpenSession } from '../../src/host/players/play-session.ts';
import type { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import type { GAME } from '../../src/protocol/enumerations.ts';
import { modules, type Modules } from '../../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../src/protocol/modules/limits.ts';
import {
  ada,
  asked,
  ben,
  db,
  does,
  done,
  fresh,
  groups,
  list,
  server,
} from '../support/banning.ts';
import { add, remove, steam } from '../support/bucketing.ts';
import { knownBy, namedBy } from '../support/named-by.ts';
import { Persons } from './door-persons.ts';
import {
  ADDRESS,
  countryOf,
  hits,
  nameOf,
  networkOf,
  seenFrom,
  SLOTS,
  steamOf,
  type Listed,
  type SteamSays,
  type Step,
  type Who,
} from './door-steps.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Somebody who is on, as the model has them. */
interface On {
  readonly who: Who;
  stay: OpenSession;
  pings: number[];
  warnedOfPing: number | null;
  said: readonly FilterHit[];
}

/** A ban, as the model has it. */
interface Made {
  readonly on: 'own' | 'followed';
  readonly ban: Ban;
  /** Somebody made it by a call. */
  readonly byHand: boolean;
}

/** What a pair is made of. */
export interface Setting {
  readonly game: (typeof GAME)[keyof typeof GAME];
  /** Its game can tell one player something. */
  readonly canWarn: boolean;
  readonly buckets: Readonly<Record<'WHITELIST' | 'RESERVED_SLOT', string>>;
  /** A list of somebody else's that can be followed. */
  readonly followed: string;
  readonly muster: readonly string[];
}

/** Who is on, what the game was asked for, and how many bans filters made. */
interface Stands {
  readonly on: readonly string[];
  readonly sent: readonly string[];
  readonly automated: number;
}

export class Pair {
  readonly on: On[] = [];
  readonly whitelisted: Listed = new Map();
  readonly reserved: Listed = new Map();
  readonly persons: Persons;
  readonly bans: Made[] = [];
  readonly steam = new Map<Who, SteamFacts>();
  set: Modules = modules.parse(MODULES_UNSET);
  /** What the game was asked to say to whom, and to kick whom with, and what it should be asked. */
  readonly sent: string[] = [];
  readonly expected: string[] = [];
  readonly doors: Doors;
  readonly #setting: Setting;
  readonly #runtime: ServerRuntime;
  #follows = false;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.persons = new Persons(setting.muster);
    const find = (id: string) => this.on.find(({ stay }) => stay.id === id)?.stay ?? null;
    const stays = () => this.on.map(({ stay }) => stay);
    this.#runtime = {
      id: server,
      row: { configuration: { game: setting.game } },
      slots: SLOTS,
      get stays() {
        return stays();
      },
      playerOf: find,
      playerKey: (id: string) => find(id)?.id ?? null,
      run: async (command: { playerKey: string; reason?: string; text?: string }) => {
        const { playerKey, reason, text } = command;
        this.sent.push(line(playerKey, reason === undefined ? 'warn' : 'kick', reason ?? text));
        if (reason !== undefined) this.#gone(({ stay }) => stay.id === playerKey);
        return { ok: true, answer: '' };
      },
    } as unknown as ServerRuntime;
    const { deps } = groups.test;
    this.doors = new Doors({
      ...deps,
      settings: { ...deps.settings, steamKey: 'key' },
      stopping: new AbortController().signal,
      runtimes: () => new Map([[server, this.#runtime]]),
      countries: { of: async (ip: string | null) => countryOf(ip) } as unknown as Countries,
      vpnLists: { find: async (ip: string | null) => networkOf(ip) } as unknown as VpnLists,
    });
  }

  #gone(who: (one: On) => boolean): void {
    const at = this.on.findIndex(who);
    if (at >= 0) this.on.splice(at, 1);
  }

  /** Does it; answers what should have come of it once the doors are done. */
  async does(step: Step): Promise<Stands> {
    // No two stays, and no two bans, are of one moment.
    groups.test.advance(1_000);
    await this.#do(step);
    const kicked = this.#decide();
    const on = this.on.map((one) => one.stay.id).filter((id) => !kicked.has(id));
    const automated = this.bans.filter(({ byHand }) => !byHand).length;
    return { on, sent: this.expected.toSorted(), automated };
  }

  /** What has come of it so far. */
  async stands(): Promise<Stands> {
    const on = this.on.map(({ stay }) => stay.id);
    return { on, sent: this.sent.toSorted(), automated: await automatedBans() };
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'join':
        return this.#join(step);
      case 'identify': {
        const one = this.on.find(({ who }) => who === step.who);
        if (one === undefined || one.stay.muster_id !== null) return;
        one.stay = { ...one.stay, ...this.#known(step.who) };
        return this.doors.heard(this.#runtime, [one.stay.id]);
      }
      case 'leave':
        return this.#gone((one) => one.who === step.who);
      case 'list':
        return this.#list(step);
      case 'one-person':
        await this.persons.turn(step.who, step.other, now());
        return this.doors.lookAround();
      case 'ban':
        return this.#ban(step);
      case 'status':
        return this.#status(step);
      case 'follow':
        this.#follows = !this.#follows;
        // A call may be made some times a minute.
        await (this.#follows
          ? db()
              .insertInto('ban_list_follows')
              .values({ banlist_id: list, followed_id: this.#setting.followed, since: now() })
              .execute()
          : db().deleteFrom('ban_list_follows').execute());
        return this.doors.lookAround(list);
      case 'steam':
        return this.#steamSays(step.who, step.says);
      case 'wait':
        groups.test.advance(step.minutes * MINUTE);
        return this.doors.lookAround();
      case 'ping': {
        const of = ({ who }: On) => (step.high.includes(who) ? 300 : 20);
        const pings = new Map(this.on.map((one) => [one.stay.id, of(one)]));
        for (const one of this.on) one.pings.push(...Array(step.times).fill(of(one)));
        for (let n = 0; n < step.times; n++) await this.doors.heardPings(this.#runtime, pings);
        return;
      }
      case 'say': {
        const one = this.on.find((other) => other.who === step.who);
        if (one === undefined) return;
        one.said = hits('CHAT_FILTER', step.text);
        return this.doors.heardChat(this.#runtime, [{ speaker: one.stay, text: step.text }]);
      }
      case 'set':
        this.set = step.modules;
        await db()
          .transaction()
          .execute((trx) => writeModules(trx, server, this.set, 0));
        return this.doors.changed(server, 'modules');
    }
  }

  #join({ who, from, known }: Extract<Step, { do: 'join' }>): void {
    if (this.on.some((one) => one.who === who) || this.on.length >= SLOTS) return;
    const nobody = { muster_id: null, steam_id: null };
    const stay = {
      id: fresh(),
      ...(known ? this.#known(who) : nobody),
      name: nameOf(who),
      guid: null,
      bohemia_id: null,
      ip: ADDRESS[from],
      joined_at: now(),
    } as OpenSession;
    this.on.push({ who, stay, pings: [], warnedOfPing: null, said: [] });
    this.doors.heard(this.#runtime, [stay.id]);
  }

  #known(who: Who) {
    return { muster_id: this.#setting.muster[who] ?? null, steam_id: steamOf(who) };
  }

  async #list({ type, who, minutes }: Extract<Step, { do: 'list' }>): Promise<void> {
    const entries = type === 'WHITELIST' ? this.whitelisted : this.reserved;
    const id = this.#setting.buckets[type];
    const known = entries.get(who);
    if (known === undefined) {
      const entry = steam(steamOf(who), { minutes });
      await done(add(id, [entry]));
      const until = minutes === null ? Infinity : now() + minutes * MINUTE;
      entries.set(who, { entry: entry.entry_id, until });
    } else {
      await done(remove(id, [known.entry]));
      entries.delete(who);
    }
    return this.doors.changed(server, 'bucket');
  }

  async #ban({ who, by: asks, on, minutes }: Extract<Step, { do: 'ban' }>): Promise<void> {
    // Whose list is followed has seen nobody.
    const by = on === 'followed' && asks === 'person' ? 'steam' : asks;
    if (on === 'followed' && by === 'hybrid') return;
    const { who: named, banned } = namedBy(by, {
      steam_id: steamOf(who),
      muster_id: this.#setting.muster[this.persons.seenLast(who)] ?? '',
      from: this.persons.of(who).map(seenFrom),
      address: '203.0.113.*',
    });
    const [target, issuer] = on === 'own' ? [list, ada] : [this.#setting.followed, ben];
    const body = asked({ who: named, minutes });
    await done(does(issuer, `banlist/${target}/bans/create`, body));
    this.#made(on, body.ban_id, { banned, reason: body.reason, minutes });
    return this.doors.lookAround(target);
  }

  async #status({ ban: at, status }: Extract<Step, { do: 'status' }>): Promise<void> {
    const byHand = this.bans.filter((one) => one.byHand);
    const made = byHand[at % Math.max(1, byHand.length)];
    if (made === undefined || made.ban.status === status) return;
    const isOver = made.ban.until !== null && made.ban.until <= now();
    if (status === 'ACTIVE' && isOver) return;
    const [target, issuer] = made.on === 'own' ? [list, ada] : [this.#setting.followed, ben];
    await done(does(issuer, `banlist/${target}/bans/${made.ban.id}/status`, { status }));
    this.bans[this.bans.indexOf(made)] = { ...made, ban: { ...made.ban, status } };
    return this.doors.lookAround(target);
  }

  #made(
    on: Made['on'],
    id: string | null,
    of: { readonly banned: Banned; readonly reason: string; readonly minutes: number | null },
  ): void {
    const ban: Ban = {
      id: id ?? fresh(),
      status: 'ACTIVE',
      until: of.minutes === null ? null : now() + of.minutes * MINUTE,
      reason: of.reason,
      created_at: now(),
      keys: keysOfBanned(of.banned),
    };
    this.bans.push({ on, ban, byHand: id !== null });
  }

  async #steamSays(who: Who, { state, vac_bans, days_since_ban, young }: SteamSays): Promise<void> {
    const created_at = state === 'private' ? null : now() - (young ? 9 : 900) * DAY;
    const days = vac_bans === 0 ? null : days_since_ban;
    const facts = { state, created_at, vac_bans, days_since_ban: days };
    this.steam.set(who, { ...facts, at: now() });
    const row = { ...facts, fetched_at: now(), due_at: now() };
    await db()
      .insertInto('steam_accounts')
      .values({ steam_id: steamOf(who), ...row })
      .onConflict((on) => on.column('steam_id').doUpdateSet(row))
      .execute();
    return this.doors.heardSteam([steamOf(who)]);
  }

  /** Writes down what the game should be asked for by now; answers the stays of those who have to leave. */
  #decide(): ReadonlySet<string> {
    const guests = this.#guests();
    const found = decideAll(guests, this.#door(), SLOTS, now()).flatMap((decision, at) => {
      const one = this.on[at];
      return one === undefined || decision.verdict === 'let-in' ? [] : [{ one, ...decision }];
    });
    for (const { one, verdict, because } of found) {
      const did = verdict === 'warn' ? 'warn' : 'kick';
      this.expected.push(line(one.stay.id, did, doorText(verdict, because)));
    }
    const warned = found.filter(({ verdict }) => verdict === 'warn');
    for (const { one, because } of warned) {
      if (because.rule === 'ping') Object.assign(one, { pings: [], warnedOfPing: now() });
      else one.said = [];
    }
    const kicked = found.filter(({ verdict }) => verdict !== 'warn');
    for (const { one, verdict, because } of kicked) {
      const { muster_id } = one.stay;
      if (verdict !== 'ban' || because.entry.kind !== 'filter' || muster_id === null) continue;
      const { message: reason, minutes } = because.entry.filter;
      const banned = { people: [muster_id], identities: [], addresses: [] };
      this.#made('own', null, { banned, reason, minutes });
    }
    return new Set(kicked.map(({ one }) => one.stay.id));
  }

  #door() {
    const of = { identifier: 'Watch', public: false };
    const bansOn = (on: Made['on']) => this.bans.filter((one) => one.on === on);
    const own: ObeyedList = {
      ...of,
      id: list,
      primary: true,
      through: null,
      bans: bansOn('own').map(({ ban }) => ban),
    };
    const followed: ObeyedList = {
      ...of,
      id: this.#setting.followed,
      primary: false,
      through: { id: list, identifier: 'Watch' },
      bans: bansOn('followed').map(({ ban }) => ban),
    };
    const lists = this.#follows ? [own, followed] : [own];
    return { lists, modules: this.set, whitelists: 1, canWarn: this.#setting.canWarn };
  }

  #guests(): readonly Guest[] {
    return this.on.map(({ who, stay, pings, warnedOfPing, said }): Guest => {
      const known = stay.muster_id !== null;
      const all = known ? this.persons.of(who) : [];
      const isIn = (entries: Listed) => all.some((one) => (entries.get(one)?.until ?? 0) > now());
      const facts = known ? this.steam.get(who) : undefined;
      const isOld = facts?.state === 'private' && facts.at < stay.joined_at;
      return {
        id: stay.id,
        joinedAt: stay.joined_at,
        here: true,
        known,
        whitelisted: isIn(this.whitelisted),
        reserved: isIn(this.reserved),
        person: {
          ids: all.map((one) => this.#setting.muster[one] ?? ''),
          identities: all.flatMap((one) => knownBy(steamOf(one))),
          addresses: stay.ip === null ? [] : [stay.ip],
        },
        country: countryOf(stay.ip),
        network: networkOf(stay.ip),
        steam: facts === undefined ? null : isOld ? { ...facts, state: 'public' } : facts,
        named: hits('NAME_FILTER', stay.name),
        said,
        pings: pings.slice(-PING_READINGS),
        warnedOfPing,
      };
    });
  }
}

const now = () => groups.test.deps.clock();
const line = (id: string, did: 'warn' | 'kick', text = '') => `${did} ${id}: ${text}`;

async function automatedBans(): Promise<number> {
  const { rows } = await sql<{ bans: number }>`
    select count(*)::int as bans from paged_bans where data->>'origin' = 'AUTOMATED'
  `.execute(db());
  return rows[0]?.bans ?? 0;
}
