/** From what a log tells to entries of the feed, within the limits of a server's own words. Pure. */
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { inRange, textOr } from '../connectors/bounded.ts';
import { cut, LIMITS } from '../connectors/limits.ts';
import type { LogEvent, LogHarm, LogPerson } from '../connectors/logs/log-event.ts';
import { identityKey } from '../players/identities.ts';
import { playerName } from '../players/play-session.ts';

/** A play session that a log can speak of. */
export interface LoggedStay {
  readonly id: string;
  readonly muster_id: string | null;
  readonly name: string;
  readonly steam_id: string | null;
  readonly bohemia_id: string | null;
  readonly joined_at: number;
  /** null: still there. */
  readonly left_at: number | null;
}

type FeedPlayer = Extract<FeedEntry, { kind: 'join' }>['player'];
type Harm = Extract<FeedEntry, { kind: 'hit' }>['by'];

/** The clocks of game and host may differ. Milliseconds. */
const SLACK = 60_000;

/** Who is behind a name of a log. */
export class People {
  readonly #stays = new Map<string, LoggedStay[]>();
  readonly #players: ReadonlyMap<string, string>;

  constructor(stays: readonly LoggedStay[], players: ReadonlyMap<string, string>) {
    this.#players = players;
    for (const stay of stays) {
      const named = this.#stays.get(stay.name);
      if (named === undefined) this.#stays.set(stay.name, [stay]);
      else named.push(stay);
    }
  }

  /** How the feed names somebody at a moment. Of two who fit neither is taken. */
  find(person: LogPerson, at: number): FeedPlayer {
    const named = this.#stays.get(person.name) ?? [];
    const stay =
      only(named.filter((one) => isThere(one, at, 0) && canBe(one, person))) ??
      only(named.filter((one) => isThere(one, at, SLACK) && canBe(one, person)));
    const name = cut(playerName(person.name), LIMITS.name);
    if (stay !== null) return { id: stay.id, muster_id: stay.muster_id, name };
    return { id: null, muster_id: this.#player(person), name };
  }

  #player({ bohemiaId, steamId }: LogPerson): string | null {
    const by = (kind: 'bohemia' | 'steam', value: string | null) =>
      value === null ? undefined : this.#players.get(identityKey({ kind, value }));
    return by('bohemia', bohemiaId) ?? by('steam', steamId) ?? null;
  }
}

/** The entry of an event; null for what the feed does not tell. */
export function feedEntryOf(event: LogEvent, people: People): FeedEntry | null {
  if (event.kind === 'seen') return null;
  const player = people.find(event.person, event.at);
  switch (event.kind) {
    case 'join':
    case 'leave':
      return { kind: event.kind, player, found: false };
    case 'chat': {
      const channel = cut(event.channel, LIMITS.label);
      return { kind: 'chat', player, channel, text: playerName(event.text) };
    }
    case 'kick':
      return { kind: 'kick', player, by: event.by, reason: playerName(event.reason) };
    case 'hit': {
      const zone = textOr(event.zone, LIMITS.label);
      const damage = inRange(event.damage, 0, LIMITS.damage);
      return { kind: 'hit', player, by: harmOf(event.by, event.at, people), zone, damage };
    }
    case 'death': {
      const by = event.by === null ? null : harmOf(event.by, event.at, people);
      return { kind: 'death', player, by };
    }
  }
}

function harmOf(harm: LogHarm, at: number, people: People): Harm {
  const player = harm.person === null ? null : people.find(harm.person, at);
  const cause = cut(harm.cause, LIMITS.label);
  const weapon = textOr(harm.weapon, LIMITS.label);
  return { player, cause, weapon, distance: inRange(harm.distance, 0, LIMITS.metres) };
}

function isThere({ joined_at, left_at }: LoggedStay, at: number, slack: number): boolean {
  return joined_at - slack <= at && (left_at === null || at <= left_at + slack);
}

function canBe(stay: LoggedStay, { bohemiaId, steamId }: LogPerson): boolean {
  if (stay.bohemia_id !== null && bohemiaId !== null) return stay.bohemia_id === bohemiaId;
  if (stay.steam_id !== null && steamId !== null) return stay.steam_id === steamId;
  return true;
}

function only<T>(found: readonly T[]): T | null {
  const [one] = found;
  return one !== undefined && found.length === 1 ? one : null;
}
