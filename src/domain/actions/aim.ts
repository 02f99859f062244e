/** At whom a typed kick or ban is aimed, so that the question before it can say so. */
import type { GameName } from '../../protocol/enumerations.ts';
import type { CommandDeed } from '../../protocol/games/command.ts';
import { GAMES } from '../../protocol/games/games.ts';
import { readCommands } from './commands.ts';

export interface Aim {
  readonly does: 'kick' | 'ban';
  /** As it is written: a name, a number of the list of players, a SteamID64, a GUID or an address. */
  readonly at: string;
}

const AIMED: Readonly<Partial<Record<CommandDeed, Aim['does']>>> = {
  kick: 'kick',
  ban: 'ban',
  'add-ban': 'ban',
  'ban-temporarily': 'ban',
};

/** What a line does to one player; null where it is no single kick or ban, or not plainly written. */
export function aimOf(game: GameName, text: string): Aim | null {
  const [only, ...more] = readCommands(game, text);
  const does = only?.plain === true ? AIMED[only.known[0]?.does ?? 'players'] : undefined;
  const at = only?.words[0];
  return does === undefined || at === undefined || more.length > 0 ? null : { does, at };
}

/** What is known of somebody on the server. */
interface Present {
  readonly name: string;
  readonly steam_id: string | null;
  readonly guid: string | null;
  readonly ip: string | null;
}

/**
 * Who on the server is meant; null where nobody is, or it could be several. BattlEye's numbers are no part of what is
 * known of a player: `nameOf` tells who had one last.
 */
export function aimedAt<P extends Present>(
  game: GameName,
  at: string,
  players: readonly P[],
  nameOf: (number: number) => string | null,
): P | null {
  const only = (found: readonly P[]) => (found.length === 1 ? (found[0] ?? null) : null);
  const byId = players.filter((one) => [one.steam_id, one.guid, one.ip].includes(at));
  if (byId.length > 0) return only(byId);
  if (GAMES[game].control === 'battleye') {
    const name = /^\d{1,4}$/.test(at) ? nameOf(Number(at)) : null;
    return name === null ? null : only(players.filter((one) => one.name === name));
  }
  const sought = at.toLowerCase();
  const exact = players.filter(({ name }) => name.toLowerCase() === sought);
  // The game takes a part of a name too.
  return only(
    exact.length > 0 ? exact : players.filter(({ name }) => name.toLowerCase().includes(sought)),
  );
}

const BY_MESSAGE = /^Player #(\d+) (.+?)(?: \(\S+:\d+\) connected| - (?:BE |Legacy )?GUID: .*)$/;
const VERIFIED = /^Verified GUID \(\S+\) (?:of|for) player #(\d+) (.+)$/;
const GONE = /^Player #(\d+) .*(?: disconnected| has been kicked by BattlEye.*)$/;
const ROW = /^(\d+)\s+\S+:\d+\s+-?\d+\s+\S+ {1,2}(.+?)(?: \(Lobby\))?$/;

/** Who has which number on a BattlEye server, as its console has told; `lines`: oldest first. */
export function numberedNames(lines: readonly string[]): ReadonlyMap<number, string> {
  let names = new Map<number, string>();
  for (const text of lines) {
    if (text.startsWith('Players on server:')) {
      const rows = text.split('\n').map((line) => ROW.exec(line));
      names = new Map(
        rows.flatMap((row) => (row === null ? [] : [[Number(row[1]), row[2] ?? '']])),
      );
      continue;
    }
    const gone = GONE.exec(text);
    const named = BY_MESSAGE.exec(text) ?? VERIFIED.exec(text);
    if (gone !== null) names.delete(Number(gone[1]));
    else if (named !== null) names.set(Number(named[1]), named[2] ?? '');
  }
  return names;
}
