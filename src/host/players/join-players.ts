/** Which players sightings come to: who is known, who is new, and who turn out to be one. Pure. */
import { identityKey, type Identity } from './identities.ts';

/** One player as seen now, by at least one identity. */
export interface Sighting {
  readonly identities: readonly Identity[];
  readonly name: string;
}

/** A player as it is written down. */
export interface KnownPlayer {
  readonly musterId: string;
  readonly firstSeen: number;
}

/** Somebody who was seen: all identities and all players that belong together. */
export interface JoinedPlayer {
  readonly identities: readonly Identity[];
  /** How many of the identities nobody has yet. */
  readonly unknown: number;
  /** The name that was seen last. */
  readonly name: string;
  /** Whoever it was taken for; the first stays, and the others become it. */
  readonly known: readonly KnownPlayer[];
}

/** Joins sightings that share an identity or a player. `playerOf`: the player of an identity. */
export function joinPlayers(
  sightings: readonly Sighting[],
  playerOf: ReadonlyMap<string, KnownPlayer>,
): readonly JoinedPlayer[] {
  const groups: { members: Set<string>; sightings: Sighting[] }[] = [];
  for (const sighting of sightings) {
    const keys = sighting.identities.map(identityKey);
    const players = keys.flatMap((key) => playerOf.get(key)?.musterId ?? []);
    const joined = { members: new Set([...keys, ...players]), sightings: [sighting] };
    const touches = ({ members }: { readonly members: ReadonlySet<string> }) =>
      [...keys, ...players].some((member) => members.has(member));
    for (const group of groups.filter(touches)) {
      groups.splice(groups.indexOf(group), 1);
      for (const member of group.members) joined.members.add(member);
      joined.sightings.unshift(...group.sightings);
    }
    groups.push(joined);
  }
  return groups.map((group) => {
    const identities = new Map(
      group.sightings.flatMap((s) => s.identities.map((i) => [identityKey(i), i] as const)),
    );
    const known = new Map(
      [...identities.keys()].flatMap((key) => {
        const player = playerOf.get(key);
        return player === undefined ? [] : [[player.musterId, player] as const];
      }),
    );
    return {
      identities: [...identities.values()],
      unknown: [...identities.keys()].filter((key) => !playerOf.has(key)).length,
      name: group.sightings.at(-1)?.name ?? '',
      known: [...known.values()].toSorted(byAge),
    };
  });
}

/** The oldest first; of those seen at one moment, the smallest id. */
function byAge(a: KnownPlayer, b: KnownPlayer): number {
  return a.firstSeen - b.firstSeen || (a.musterId < b.musterId ? -1 : 1);
}
