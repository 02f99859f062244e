import type { GameName } from '../../../protocol/enumerations.ts';

const DAYZ_DEFAULT_PORT = 27016;

/**
 * The query port of a server that does not name its own: DayZ's shipped default, ArmA's game port plus
 * one, else the game port. It is a guess: what answers there is believed only if it serves `gamePort`.
 */
export function defaultQueryPort(game: GameName, gamePort: number): number {
  switch (game) {
    case 'DAYZ':
    case 'DAYZ_EXP':
      return DAYZ_DEFAULT_PORT;
    case 'ARMA2':
    case 'ARMA3':
      return Math.min(gamePort + 1, 65_535);
    case 'RUST':
    case 'GENERIC':
      return gamePort;
  }
}
