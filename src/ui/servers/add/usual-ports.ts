/** The ports that each game is set up with as it comes. */
import { GAME } from '../../../protocol/enumerations.ts';
import type { Draft } from './draft.ts';

type Ports = Pick<Draft, 'game_port' | 'query_port' | 'rcon_port'>;
const PORTS = ['game_port', 'query_port', 'rcon_port'] as const;

/** An empty query port is one that follows from the game port. */
function usualPorts(game: number, gamePort: string): Ports {
  switch (game) {
    case GAME.RUST:
      return { game_port: '28015', query_port: '28017', rcon_port: '28016' };
    case GAME.GENERIC:
      return { game_port: '27015', query_port: '', rcon_port: '' };
    case GAME.ARMA2:
      return { game_port: '2302', query_port: '', rcon_port: gamePort };
    default:
      return { game_port: '2302', query_port: '', rcon_port: '2306' };
  }
}

/** The port that is asked where none is named, as far as it is a number by itself. */
export function followingQueryPort({ game, game_port }: Pick<Draft, 'game' | 'game_port'>): string {
  if (game === GAME.DAYZ || game === GAME.DAYZ_EXP) return '27016';
  if (game !== GAME.ARMA2 && game !== GAME.ARMA3) return game_port;
  const next = Number(game_port) + 1;
  return game_port === '' || Number.isNaN(next) ? '' : String(next);
}

/** A draft for another game: ports that nobody chose become the new game's, and the rest stays. */
export function withGame<D extends Draft>(draft: D, game: number): D {
  const before = usualPorts(draft.game, draft.game_port);
  const gamePort = isChosen(draft, before, 'game_port')
    ? draft.game_port
    : usualPorts(game, '').game_port;
  const after = { ...usualPorts(game, gamePort), game_port: gamePort };
  const chosen = PORTS.filter((port) => isChosen(draft, before, port));
  return { ...draft, game, ...after, ...pick(draft, chosen) };
}

/** A draft with another game port; ArmA 2 answers RCon on it unless another port was chosen. */
export function withGamePort<D extends Draft>(draft: D, gamePort: string): D {
  const follows = draft.game === GAME.ARMA2 && draft.rcon_port === draft.game_port;
  return { ...draft, game_port: gamePort, ...(follows ? { rcon_port: gamePort } : {}) };
}

function isChosen(draft: Ports, usual: Ports, port: keyof Ports): boolean {
  return draft[port] !== '' && draft[port] !== usual[port];
}

function pick(draft: Ports, names: readonly (keyof Ports)[]): Partial<Ports> {
  return Object.fromEntries(names.map((name) => [name, draft[name]]));
}
