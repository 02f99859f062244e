/** Who is on the server by its logs: the ids that RCon never tells, by the name that both know. */
import { battleyeGuid } from '../../../domain/players/battleye-guid.ts';
import type { LogEvent } from './log-event.ts';

/** What is known of somebody with a name. */
export interface LogIdentity {
  readonly name: string;
  readonly bohemiaId: string | null;
  readonly steamId: string | null;
  /** When the log told of them first in this stay; epoch milliseconds. */
  readonly since: number;
}

/** The play session of somebody who is on the server, as far as it matters here. */
export interface Stay {
  readonly name: string;
  readonly joined_at: number;
  readonly joined_before: boolean;
  readonly guid: string | null;
  readonly steam_id: string | null;
  readonly bohemia_id: string | null;
}

const MAX_PEOPLE = 2_000;
/** A log may tell of somebody before RCon does by this much. Milliseconds. */
const EARLY = 180_000;

export class LogIdentities {
  /** Each with a name; two people may share one. */
  readonly #people = new Map<string, LogIdentity[]>();

  /** Answers the name whose identities changed; null where none did. */
  note(event: LogEvent): string | null {
    const { person, at } = event;
    if (event.kind === 'leave') {
      this.#leave(person.name, person.bohemiaId);
      return null;
    }
    const { name, bohemiaId, steamId } = person;
    if (bohemiaId === null && steamId === null) return null;
    const known = this.#people.get(name) ?? [];
    const lacking = known.filter((one) => fills(one, person));
    // Of two who lack an id, either may be meant.
    const same =
      known.find((one) => isOne(one, person)) ?? (lacking.length === 1 ? lacking[0] : undefined);
    const now: LogIdentity = {
      name,
      bohemiaId: bohemiaId ?? same?.bohemiaId ?? null,
      steamId: steamId ?? same?.steamId ?? null,
      since: event.kind === 'join' ? at : (same?.since ?? at),
    };
    if (same === undefined && this.#people.size >= MAX_PEOPLE) this.#people.clear();
    this.#people.set(name, [...known.filter((one) => one !== same), now]);
    const changed = now.bohemiaId !== same?.bohemiaId || now.steamId !== same?.steamId;
    return changed ? name : null;
  }

  /** The game started again: nobody is there. */
  clear(): void {
    this.#people.clear();
  }

  /** Whether the log tells of anybody of a name. */
  knows(name: string): boolean {
    return this.#people.has(name);
  }

  /** The ids of somebody on the server; null where the log knows nobody of the name, or more than one. */
  of(stay: Stay): LogIdentity | null {
    const named = this.#people.get(stay.name) ?? [];
    const [one] = named;
    return one !== undefined && named.length === 1 && fits(stay, one) ? one : null;
  }

  #leave(name: string, bohemiaId: string | null): void {
    const known = this.#people.get(name) ?? [];
    // Without ids to tell them apart, nobody of the name is known any more.
    const left = known.filter(
      (one) => bohemiaId !== null && one.bohemiaId !== null && one.bohemiaId !== bohemiaId,
    );
    if (left.length === 0) this.#people.delete(name);
    else this.#people.set(name, left);
  }
}

/** Whether a stay can be that of an identity: giving somebody another one's ids could not be undone. */
function fits(stay: Stay, identity: LogIdentity): boolean {
  const { bohemiaId, steamId, since } = identity;
  if (stay.steam_id !== null && steamId !== null && stay.steam_id !== steamId) return false;
  if (stay.bohemia_id !== null && bohemiaId !== null && stay.bohemia_id !== bohemiaId) return false;
  if (stay.guid !== null && steamId !== null) return stay.guid === battleyeGuid(steamId);
  // Who was there before this stay began is another with the name.
  return stay.joined_before || since >= stay.joined_at - EARLY;
}

function isOne(one: LogIdentity, other: Pick<LogIdentity, 'bohemiaId' | 'steamId'>): boolean {
  return (
    (one.bohemiaId !== null && one.bohemiaId === other.bohemiaId) ||
    (one.steamId !== null && one.steamId === other.steamId)
  );
}

/** Ids of one person come one after the other: an identity that lacks the one that is told now. */
function fills(one: LogIdentity, other: Pick<LogIdentity, 'bohemiaId' | 'steamId'>): boolean {
  return other.bohemiaId === null ? one.steamId === null : one.bohemiaId === null;
}
