/** What the servers of the day ask of whoever is on them, as the one decision takes it: `decide` says what comes of it. */
import { createHash } from 'node:crypto';
import type { Ban } from '../../src/domain/bans/applies.ts';
import { keysOfBanned } from '../../src/domain/bans/keys.ts';
import type { Because } from '../../src/domain/doors/decide.ts';
import { decideAll, type Guest } from '../../src/domain/doors/decide-all.ts';
import { PING_READINGS } from '../../src/domain/doors/ping.ts';
import type { Door, FilterHit } from '../../src/domain/doors/rule.ts';
import { doorText } from '../../src/domain/doors/text.ts';
import { offeredActions } from '../../src/domain/actions/offered.ts';
import { compileTerm } from '../../src/domain/filters/term.ts';
import { GAME, SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { modules, type Modules } from '../../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../src/protocol/modules/limits.ts';
import type { SimGame } from '../../src/sim/games.ts';
import { knownBy } from '../support/named-by.ts';

/** What nobody may be called, or say, and what somebody reads who is. */
export const FILTER = {
  NAME_FILTER: { term: '^[G-J]', term_kind: 'regex', message: 'Not this name.' },
  CHAT_FILTER: { term: 'medic!!!', term_kind: 'text', message: 'Not these words.' },
} as const;
export const BAN_REASON = 'Sixth account';
export const SLOTS = 40;

/** One in so many accounts is banned, one in so many holds a reserved slot. */
export const isBanned = (steamId: string) => BigInt(steamId) % 6n === 0n;
export const isReserved = (steamId: string) => BigInt(steamId) % 8n === 3n;

/** Where a whitelist lets in nobody else three of four accounts are on it, else one of three, who are protected. */
export const isListed = (game: WatchedGame, steamId: string) =>
  game === 'ARMA3' ? BigInt(steamId) % 4n !== 1n : BigInt(steamId) % 3n === 1n;

/** Addresses of the simulated people are of three networks; parts of two of them are of a VPN, and of another country. */
export const VPN = '192.0.2.0/26';
export const ABROAD = { address: [203, 0, 113, 0], bits: 27, country: 'US' } as const;
const networkOf = (address: string) => (isIn(address, '192.0.2.', 64) ? VPN : null);
const countryOf = (address: string) => (isIn(address, '203.0.113.', 32) ? ABROAD.country : null);
const isIn = (address: string, net: string, below: number) =>
  address.startsWith(net) && Number(address.slice(net.length)) < below;

export type WatchedGame = Extract<SimGame, 'DAYZ' | 'ARMA2' | 'ARMA3' | 'RUST'>;

/** What each server asks. `keeps`: whether one of them keeps slots free, which depends on all who are on. */
export function modulesOf(game: WatchedGame, keeps: boolean): Modules {
  return modules.parse({
    ...MODULES_UNSET,
    whitelist: { active: game === 'ARMA3', paused: false },
    geoblocking: { active: true, countries: [ABROAD.country], invert: false },
    vpn: { active: true, protect_whitelist: true },
    ping: { active: true, max: 200, warn: game === 'DAYZ', protect_whitelist: true },
    reserved_slots: { active: keeps && game === 'ARMA2', amount: 32 },
  });
}

/** Somebody who is on, as the simulator has them. */
export interface Present {
  readonly id: number;
  readonly name: string;
  readonly steamId: string;
  readonly address: string;
  readonly ping: number;
  /** The game has told who they are. */
  readonly known: boolean;
  readonly joinedAt: number;
  /** Lists with their ping that the game has told since they were warned of it, or came. */
  readonly readings: number;
  readonly warnedOfPing: number | null;
}

/** What comes of somebody, and what they read of it; the simulator's own number is their stay's. */
export interface Outcome {
  readonly id: number;
  readonly verdict: 'warn' | 'kick' | 'ban';
  readonly rule: Because['rule'];
  readonly text: string;
}

const compiled = {
  NAME_FILTER: compileTerm({ kind: 'regex', term: FILTER.NAME_FILTER.term }),
  CHAT_FILTER: compileTerm({ kind: 'text', term: FILTER.CHAT_FILTER.term }),
};

function hits(type: keyof typeof FILTER, text: string): readonly FilterHit[] {
  const read = compiled[type];
  if (!read.ok || !read.matches(text)) return [];
  const { term, message } = FILTER[type];
  const bucket = { id: type, identifier: type };
  return [{ id: type, bucket, term, action: 'kick', message, minutes: null }];
}

export const isFiltered = (text: string) => hits('CHAT_FILTER', text).length > 0;

/**
 * What comes of everybody on a server at a moment. `said`: what one of them says at it. `readings`: how often their pings have been
 * read, which stay as they are; by itself as often as the game has told them.
 */
export function outcomes(
  people: readonly Present[],
  { game, set }: { readonly game: WatchedGame; readonly set: Modules },
  now: number,
  {
    said,
    readings,
  }: { readonly said?: readonly [number, string]; readonly readings?: number } = {},
): readonly Outcome[] {
  const door: Door = {
    lists: [
      {
        id: 'list',
        identifier: 'Sixths',
        primary: true,
        public: false,
        through: null,
        bans: people.filter(({ steamId }) => isBanned(steamId)).map(banOf),
      },
    ],
    modules: set,
    whitelists: 1,
    canWarn: offeredActions(GAME[game]).includes(SERVER_ACTION.MESSAGE_PRIVATE),
  };
  const guests = people.map((one): Guest => ({
    id: String(one.id).padStart(12, '0'),
    joinedAt: one.joinedAt,
    here: true,
    known: one.known,
    whitelisted: one.known && isListed(game, one.steamId),
    reserved: one.known && isReserved(one.steamId),
    person: {
      ids: [],
      identities: one.known ? knownBy(one.steamId) : [],
      addresses: [one.address],
    },
    country: countryOf(one.address),
    network: networkOf(one.address),
    steam: null,
    named: hits('NAME_FILTER', one.name),
    said: said?.[0] === one.id ? hits('CHAT_FILTER', said[1]) : [],
    pings: Array<number>(Math.max(0, Math.min(readings ?? one.readings, PING_READINGS))).fill(
      one.ping,
    ),
    warnedOfPing: one.warnedOfPing,
  }));
  return decideAll(guests, door, SLOTS, now).flatMap((decision, at) => {
    const one = people[at];
    if (one === undefined || decision.verdict === 'let-in') return [];
    const { verdict, because } = decision;
    return [{ id: one.id, verdict, rule: because.rule, text: doorText(verdict, because) }];
  });
}

function banOf({ steamId }: Present): Ban {
  const banned = { people: [], identities: knownBy(steamId), addresses: [] };
  return {
    id: createHash('sha256').update(steamId).digest('hex').slice(0, 24),
    status: 'ACTIVE',
    until: null,
    reason: BAN_REASON,
    created_at: 0,
    keys: keysOfBanned(banned),
  };
}

const OWN = [
  doorText('kick', { entry: { kind: 'whitelist' } }),
  doorText('kick', { entry: { kind: 'country' } }),
  doorText('kick', { entry: { kind: 'vpn' } }),
  doorText('kick', { entry: { kind: 'reserved-slot' } }),
  `Banned: ${BAN_REASON}`,
  FILTER.NAME_FILTER.message,
  FILTER.CHAT_FILTER.message,
];

/** Whether somebody was sent away by Muster: games and people have words of their own. */
export const isOwn = (why: string) =>
  OWN.some((text) => why.includes(text)) || why.includes('Your ping is ');
