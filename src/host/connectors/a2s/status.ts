/** What an INFO answer says about a server of a known game. */
import type { GameName } from '../../../protocol/enumerations.ts';
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
  switch (game) {
    case 'DAYZ':
    case 'DAYZ_EXP': {
      const { queue, time } = parseDayzKeywords(keywords);
      return { ...base, time, population: { ...counted, queue } };
    }
    case 'ARMA2':
    case 'ARMA3':
      return { ...base, locked: parseArmaKeywords(keywords).locked, population: counted };
    case 'RUST': {
      const { players, slots, queue, wipedAt } = parseRustKeywords(keywords);
      const population = {
        players: players ?? counted.players,
        slots: slots ?? counted.slots,
        queue,
      };
      return { ...base, wipedAt, population };
    }
    case 'GENERIC':
      return { ...base, population: counted };
  }
}

const FOLDERS: Readonly<Record<GameName, readonly string[]>> = {
  DAYZ: ['dayz'],
  DAYZ_EXP: ['dayz'],
  ARMA2: ['arma2arrowpc', 'arma2'],
  ARMA3: ['arma3'],
  RUST: ['rust'],
  GENERIC: [],
};

/** Whether the answering server runs this game; any game is a generic one. */
export function runsGame(info: ServerInfo, game: GameName): boolean {
  return game === 'GENERIC' || FOLDERS[game].includes(info.folder.toLowerCase());
}
