/**
 * Whom lines of a game's console name. Names hold anything, so a name is looked for only where a game puts one, and
 * only those of players who are known.
 */
import { isSamePlayer, type FeedPlayer } from '../feed/same-player.ts';

/** What BattlEye and Rust write before a name, at the beginning of a line. */
const BEFORE = new RegExp(
  [
    String.raw`^(?:\((?:Lobby|Global|Side|Command|Commander|Group|Vehicle|Direct|Unknown)\) `,
    String.raw`Player #\d+ `,
    String.raw`Verified GUID \(\S+\) (?:of|for) player #\d+ `,
    String.raw`RCon admin #\d+: \(To `,
    String.raw`[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)? Log: #\d+ `,
    // A row of `players`, of `status`, of `users`, of `playerlist`.
    String.raw`\d+\s+\S+:\d+\s+-?\d+\s+\S+ {1,2}`,
    String.raw`\S+\s+"(?=.*"\s+\d)`,
    String.raw`\S+:"`,
    String.raw`\s*"DisplayName": ?"`,
    String.raw`\S+:\d+\/\S+\/`,
    String.raw`\[(?:TEAM |CLAN |LOCAL |CARDS )?CHAT\] `,
    String.raw`\[EAC\] Kicking \S+ \/ `,
    String.raw`Kicked: )`,
  ].join('|'),
);
/** Rust begins these lines with the name. */
const FIRST = /^.+(?:\[\S+\] (?:was |died |has )| with steamid \S+ joined from ip )/;
const KILLED_BY = ' was killed by ';
/** Of a longer line, its beginning is looked at. */
const LOOKED_AT = 500;
/** What stands behind a name. */
const AFTER =
  /^(?:$|: | \(| - (?:BE |Legacy )?GUID: | disconnected$| joined \[| with steamid | disconnecting: |\) |\[|")/;

/** The lines of a text, cut where a name may begin: each part but the first one begins so, if with a name at all. */
export function cutAtNames(text: string): readonly string[] {
  const places: number[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    for (const place of placesOf(line)) places.push(start + place);
    start += line.length + 1;
  }
  return [0, ...places].map((place, at) => text.slice(place, places[at]));
}

function placesOf(whole: string): readonly number[] {
  const line = whole.slice(0, LOOKED_AT);
  const before = BEFORE.exec(line);
  if (before !== null) return [before[0].length];
  if (!FIRST.test(line)) return [];
  const killer = line.lastIndexOf(KILLED_BY);
  return killer < 0 ? [0] : [0, killer + KILLED_BY.length];
}

/** Players by the first letter of their names, the longest first. */
export type KnownNames = ReadonlyMap<string, readonly FeedPlayer[]>;

/**
 * The names that tell who somebody is: one that several had is none of them. The first of a person is taken. `who`: the
 * person of an id.
 */
export function knownNames(
  players: Iterable<FeedPlayer>,
  who: (id: string) => string = (id) => id,
): KnownNames {
  const all = [...players];
  // Who somebody is, a game tells some moments after they came.
  const musterOf = new Map<string, string>();
  for (const { id, muster_id } of all) {
    if (id !== null && muster_id !== null) musterOf.set(id, muster_id);
  }
  const byName = new Map<string, FeedPlayer | null>();
  for (const player of all) {
    const { id, name } = player;
    const own = player.muster_id ?? musterOf.get(id ?? '') ?? null;
    const muster_id = own === null ? null : who(own);
    if (name === '' || (id === null && muster_id === null)) continue;
    const known = byName.get(name);
    const person = muster_id === player.muster_id ? player : { ...player, muster_id };
    if (known === undefined) byName.set(name, person);
    else if (known !== null && !isSamePlayer(known, person)) byName.set(name, null);
  }
  const byLetter = new Map<string, FeedPlayer[]>();
  for (const player of byName.values()) {
    if (player === null) continue;
    const letter = player.name.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), player]);
  }
  for (const some of byLetter.values()) some.sort((a, b) => b.name.length - a.name.length);
  return byLetter;
}

/** Whom a part of a line begins with; null: nobody who is known. */
export function namedFirst(part: string, known: KnownNames): FeedPlayer | null {
  const [line = ''] = part.split('\n');
  const some = known.get(line.charAt(0)) ?? [];
  return (
    some.find(({ name }) => line.startsWith(name) && AFTER.test(line.slice(name.length))) ?? null
  );
}
