/** What an INFO answer says about a server of a known game. */
import type { GameName } from '../../../protocol/enumerations.ts';
import { GAMES } from '../../../protocol/games/games.ts';
import type { SeenPopulation } from '../contract.ts';
import type { ServerInfo } from './info.ts';
import { parseArmaKeywords, parseDayzKeywords, parseRustKeywords } from './keywords.ts';

export interface ServerStatus {
  readonly population: SeenPopulation;
  readonly name: string;
  readonly map: string;
  readonly version: string;
  /** In-game time 'HH:MM'. */
  readonly time: string | null;
  readonly passwordProtected: boolean;
  readonly locked: boolean | null;
  /** When the map was last wiped, epoch ms; null for games that are not wiped. */
  readonly wipedAt: number | null;
}

const UNTOLD = { time: null, locked: null, wipedAt: null } as const;

/** Reads what the game hides in keywords; null is unknown. */
export function statusOf(info: ServerInfo, game: GameName): ServerStatus {
  const { name, map, version, passwordProtected, keywords } = info;
  const base = { name, map, version, passwordProtected, ...UNTOLD };
  const counted = { players: info.players, slots: info.slots, queue: null };
  switch (GAMES[game].keywords) {
    case 'dayz': {
      const { queue, time } = parseDayzKeywords(keywords);
      return { ...base, time, population: { ...counted, queue } };
    }
    case 'arma':
      return { ...base, locked: parseArmaKeywords(keywords).locked, population: counted };
    case 'rust': {
      const { players, slots, queue, wipedAt } = parseRustKeywords(keywords);
      const population = {
        players: players ?? counted.players,
        slots: slots ?? counted.slots,
        queue,
      };
      return { ...base, wipedAt, population };
    }
    case null:
      return { ...base, population: counted };
  }
}

/** Whether the answering server runs this game. */
export function runsGame(info: ServerInfo, game: GameName): boolean {
  const { folders } = GAMES[game];
  return folders.length === 0 || folders.includes(info.folder.toLowerCase());
}
