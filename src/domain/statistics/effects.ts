/** What statistics keep of what a server tells. */
import type { EventData } from '../../protocol/events.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { isSamePlayer, type FeedPlayer } from '../feed/same-player.ts';

/** How a player was thrown out. */
export type KickedBy = Extract<FeedEntry, { kind: 'kick' }>['by'];

/** How often something happened to a player. */
export const TALLY = [
  'kills',
  'deaths',
  'suicides',
  'infected_deaths',
  'environment_deaths',
  'hits_given',
  'hits_taken',
] as const;
export type Tally = (typeof TALLY)[number];

/** What is kept of an event. In which order two streams are read makes no difference to it. */
export type StatisticsEffect =
  | {
      readonly kind: 'stay';
      readonly id: string;
      readonly server_id: string;
      readonly at: number;
      /** What the event says of the stay; what another event says stands beside it. */
      readonly told: StayFacts;
    }
  | {
      readonly kind: 'count';
      readonly server_id: string;
      readonly muster_id: string;
      readonly what: Tally;
    }
  /** They killed or hit somebody with a weapon; its name is empty where the game did not say it. */
  | {
      readonly kind: 'weapon';
      readonly server_id: string;
      readonly muster_id: string;
      readonly weapon: string;
      readonly what: 'kills' | 'hits';
      /** Metres. */
      readonly distance: number | null;
    }
  /** A part of a body was hit: theirs (`taken`), or another's by them (`given`). */
  | {
      readonly kind: 'zone';
      readonly server_id: string;
      readonly muster_id: string;
      readonly zone: string;
      readonly what: 'given' | 'taken';
    }
  /** Nobody heard the server between two moments. */
  | {
      readonly kind: 'unheard';
      readonly server_id: string;
      readonly from: number;
      readonly to: number;
    }
  /** Who left the server in the meantime will never be told. */
  | { readonly kind: 'lost-sight'; readonly server_id: string };

/** What events say of one stay of a player on a server; each says a part. */
export interface StayFacts {
  readonly muster_id?: string;
  readonly joined_at?: number;
  readonly left_at?: number;
  /** The leave was not heard: a player list no longer had them. */
  readonly found_at?: number;
  readonly kicked_by?: KickedBy;
}

const NOTHING: readonly StatisticsEffect[] = [];

/** A player is on the server, or more became known of one who is. */
export function ofJoin(
  { server, player }: EventData<'gsm:player:create'>,
  at: number,
): readonly StatisticsEffect[] {
  const { id, muster_id, joined_at } = player;
  const told = muster_id === null ? { joined_at } : { joined_at, muster_id };
  return [{ kind: 'stay', id, server_id: server.id, at, told }];
}

/** A player left. */
export function ofLeave(
  { server, player }: EventData<'gsm:player:destruct'>,
  at: number,
): readonly StatisticsEffect[] {
  return [{ kind: 'stay', id: player.id, server_id: server.id, at, told: { left_at: at } }];
}

/** Something happened on the server. */
export function ofFeed({
  server_id,
  at,
  entry,
}: EventData<'server:feed'>): readonly StatisticsEffect[] {
  switch (entry.kind) {
    case 'leave':
      if (!entry.found || entry.player.id === null) return NOTHING;
      return [{ kind: 'stay', id: entry.player.id, server_id, at, told: { found_at: at } }];
    case 'kick':
      if (entry.player.id === null) return NOTHING;
      return [{ kind: 'stay', id: entry.player.id, server_id, at, told: { kicked_by: entry.by } }];
    case 'gap':
      return [{ kind: 'unheard', server_id, from: entry.from, to: entry.to }];
    case 'death':
      return ofDeath(server_id, entry);
    case 'hit':
      return ofHit(server_id, entry);
    default:
      return NOTHING;
  }
}

function ofHit(
  serverId: string,
  { player, by, zone }: Extract<FeedEntry, { kind: 'hit' }>,
): readonly StatisticsEffect[] {
  if (by.player !== null && isSamePlayer(player, by.player)) return NOTHING;
  return [
    ...count(serverId, player, 'hits_taken'),
    ...inZone(serverId, player, zone, 'taken'),
    ...count(serverId, by.player, 'hits_given'),
    ...inZone(serverId, by.player, zone, 'given'),
    ...withWeapon(serverId, by, 'hits'),
  ];
}

function ofDeath(
  serverId: string,
  { player, by }: Extract<FeedEntry, { kind: 'death' }>,
): readonly StatisticsEffect[] {
  const death = count(serverId, player, 'deaths');
  if (by === null) return death;
  if (by.player === null) return [...death, ...count(serverId, player, causeOf(by.cause))];
  if (isSamePlayer(player, by.player)) return [...death, ...count(serverId, player, 'suicides')];
  return [...death, ...count(serverId, by.player, 'kills'), ...withWeapon(serverId, by, 'kills')];
}

/** DayZ writes the infected as the language of its server has it, mods by the name of their class. */
const INFECTED =
  /^(?:zmb|infect|infett|infizier|zainfekowan|zarażon|nakažen|fertőzött|зараж[её]нн|感染者)/iu;

/** What a death that no player did counts as. */
function causeOf(cause: string): Tally {
  if (cause.toLowerCase() === 'suicide') return 'suicides';
  return INFECTED.test(cause.normalize('NFC')) ? 'infected_deaths' : 'environment_deaths';
}

/** Nothing is counted for somebody whom the host does not know. */
function count(
  server_id: string,
  player: FeedPlayer | null,
  what: Tally,
): readonly StatisticsEffect[] {
  if (player === null || player.muster_id === null) return NOTHING;
  return [{ kind: 'count', server_id, muster_id: player.muster_id, what }];
}

function withWeapon(
  server_id: string,
  { player, weapon, distance }: Extract<FeedEntry, { kind: 'hit' }>['by'],
  what: 'kills' | 'hits',
): readonly StatisticsEffect[] {
  if (player === null || player.muster_id === null) return NOTHING;
  const { muster_id } = player;
  return [{ kind: 'weapon', server_id, muster_id, weapon: weapon ?? '', what, distance }];
}

function inZone(
  server_id: string,
  player: FeedPlayer | null,
  zone: string | null,
  what: 'given' | 'taken',
): readonly StatisticsEffect[] {
  if (zone === null || player === null || player.muster_id === null) return NOTHING;
  return [{ kind: 'zone', server_id, muster_id: player.muster_id, zone, what }];
}
