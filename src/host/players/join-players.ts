/** Which players sightings come to: who is known, who is new, and who turn out to be one. Pure. */
import { identitiesOf, identityKey, type Identity } from './identities.ts';
import { playerName } from './play-session.ts';

/** One player as seen now, by at least one identity. */
export interface Sighting {
  readonly identities: readonly Identity[];
  readonly name: string;
}

/** A player as it is written down. */
export interface KnownPlayer {
  readonly musterId: string;
  readonly firstSeen: number;
  /** Who that is, with all that is joined already. */
  readonly person: string;
}

/** Somebody who was seen: all identities and all players that belong together. */
export interface JoinedPlayer {
  readonly identities: readonly Identity[];
  /** How many of the identities nobody has yet. */
  readonly unknown: number;
  /** The name that was seen last. */
  readonly name: string;
  /** Whoever it was taken for. What is new of them is the first one's. */
  readonly known: readonly KnownPlayer[];
  /** The players of identities that are known, by their keys. */
  readonly of: ReadonlyMap<string, string>;
}

/** Sightings that belong together, with their identities and players. */
interface Group {
  readonly members: Set<string>;
  /** The newest last. */
  readonly sightings: Sighting[];
}

/** Joins sightings that share an identity or a player. `playerOf`: the player of an identity. */
export function joinPlayers(
  sightings: readonly Sighting[],
  playerOf: ReadonlyMap<string, KnownPlayer>,
): readonly JoinedPlayer[] {
  const groupOf = new Map<string, Group>();
  for (const sighting of sightings) {
    const keys = sighting.identities.map(identityKey);
    const members = [...keys, ...keys.flatMap((key) => playerOf.get(key)?.musterId ?? [])];
    const touched = new Set(members.flatMap((member) => groupOf.get(member) ?? []));
    const joined: Group = { members: new Set(members), sightings: [] };
    for (const group of touched) {
      for (const member of group.members) joined.members.add(member);
      joined.sightings.push(...group.sightings);
    }
    joined.sightings.push(sighting);
    for (const member of joined.members) groupOf.set(member, joined);
  }
  return [...new Set(groupOf.values())].map((group) => {
    const identities = new Map(
      group.sightings.flatMap((s) => s.identities.map((i) => [identityKey(i), i] as const)),
    );
    const taken = [...identities.keys()].flatMap((key) => {
      const player = playerOf.get(key);
      return player === undefined ? [] : [{ key, player }];
    });
    const known = new Map(taken.map(({ player }) => [player.musterId, player]));
    return {
      identities: [...identities.values()],
      unknown: [...identities.keys()].filter((key) => !playerOf.has(key)).length,
      name: group.sightings.at(-1)?.name ?? '',
      known: [...known.values()].toSorted(byAge),
      of: new Map(taken.map(({ key, player }) => [key, player.musterId])),
    };
  });
}

/** The oldest first; of those seen at one moment, the smallest id. */
function byAge(a: KnownPlayer, b: KnownPlayer): number {
  return a.firstSeen - b.firstSeen || (a.musterId < b.musterId ? -1 : 1);
}

/** Whoever has an identity, as they are called; empty: nobody can tell who it is. */
export function sightingOf(
  player: Parameters<typeof identitiesOf>[0],
  name: string,
): readonly Sighting[] {
  const identities = identitiesOf(player);
  return identities.length === 0 ? [] : [{ identities, name: playerName(name) }];
}
