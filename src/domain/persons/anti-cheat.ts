/** What games told of BattlEye's and EasyAntiCheat's bans of somebody: neither says it of a player without being met. */

/** Who keeps cheaters out of a game. */
export type AntiCheat = 'battleye' | 'eac';

/** Somebody thrown out by one of them, as a server told it. */
export interface AntiCheatKick {
  readonly by: AntiCheat;
  readonly reason: string;
  readonly at: number;
  readonly server_id: string;
  /** The game of that server. */
  readonly game: number;
}

/** A ban that was met, however often. */
export interface MetBan {
  /** As the reason says it; null: it has none. */
  readonly number: string | null;
  /** In the game's words, of the last time. */
  readonly reason: string;
  readonly first: number;
  readonly last: number;
  readonly times: number;
  /** Where it was met last. */
  readonly server_id: string;
}

/** The bans of one of them in one game. */
export interface Standing {
  readonly game: number;
  readonly by: AntiCheat;
  readonly bans: readonly MetBan[];
}

/** The number of the ban that a reason tells; null: it has none, undefined: it is no ban. */
export function banNumber({ by, reason }: Pick<AntiCheatKick, 'by' | 'reason'>) {
  if (by === 'battleye') {
    // Hacks, a bad version and lost answers throw out once, and ban nobody.
    const said = /^Global Ban\b(?:\s*#\s*([0-9a-z]{1,32}))?/i.exec(reason.trim());
    return said === null ? undefined : (said[1]?.toLowerCase() ?? null);
  }
  return /\b(?:banned|(?:game|global|permanent|temporary) ban)\b/i.test(reason) ? null : undefined;
}

/** Which bans were met in which game, those met last first; a ban is told apart by its number, else by its words. */
export function standingsOf(kicks: readonly AntiCheatKick[]): readonly Standing[] {
  const standings = new Map<string, Omit<Standing, 'bans'> & { bans: Map<string, MetBan> }>();
  for (const kick of kicks.toSorted((a, b) => a.at - b.at)) {
    const number = banNumber(kick);
    if (number === undefined) continue;
    const { game, by, reason, at, server_id } = kick;
    const place = `${game} ${by}`;
    const standing = standings.get(place) ?? { game, by, bans: new Map<string, MetBan>() };
    const key = number ?? reason.toLowerCase();
    const before = standing.bans.get(key);
    const times = (before?.times ?? 0) + 1;
    const first = before?.first ?? at;
    standing.bans.set(key, { number, reason, first, last: at, times, server_id });
    standings.set(place, standing);
  }
  return [...standings.values()]
    .map(({ bans, ...of }) => ({ ...of, bans: [...bans.values()].sort((a, b) => b.last - a.last) }))
    .sort((a, b) => (b.bans[0]?.last ?? 0) - (a.bans[0]?.last ?? 0));
}
