/** The ports that each game is set up with as it comes. */
import { gameName, type Game } from '../../../protocol/enumerations.ts';
import { factsOf, unnamedQueryPort } from '../../../protocol/games/games.ts';
import type { Draft } from './draft.ts';

type Ports = Pick<Draft, 'game_port' | 'query_port' | 'rcon_port'>;
const PORTS = ['game_port', 'query_port', 'rcon_port'] as const;

/** An empty query port is one that follows from the game port. */
function usualPorts(game: Game, gamePort: string): Ports {
  const { ports } = factsOf(game);
  const follows = unnamedQueryPort(gameName(game), ports.game) === ports.query;
  return {
    game_port: String(ports.game),
    query_port: follows ? '' : String(ports.query),
    rcon_port: sharesPort(game) ? gamePort : String(ports.rcon ?? ''),
  };
}

/** The port that is asked where none is named, as far as it is a number by itself. */
export function followingQueryPort({ game, game_port }: Pick<Draft, 'game' | 'game_port'>): string {
  const port = unnamedQueryPort(gameName(game), game_port === '' ? Number.NaN : Number(game_port));
  return Number.isNaN(port) ? '' : String(port);
}

/** A draft for another game: ports that nobody chose become the new game's, and the rest stays. */
export function withGame<D extends Draft>(draft: D, game: Game): D {
  const before = usualPorts(draft.game, draft.game_port);
  const gamePort = isChosen(draft, before, 'game_port')
    ? draft.game_port
    : usualPorts(game, '').game_port;
  const after = { ...usualPorts(game, gamePort), game_port: gamePort };
  const chosen = PORTS.filter((port) => isChosen(draft, before, port));
  return { ...draft, game, ...after, ...pick(draft, chosen) };
}

/** What another game port changes: RCon that shares it goes along unless another port was chosen. */
export function withGamePort(draft: Draft, gamePort: string): Partial<Ports> {
  const follows = sharesPort(draft.game) && draft.rcon_port === draft.game_port;
  return { game_port: gamePort, ...(follows ? { rcon_port: gamePort } : {}) };
}

/** Whether RCon is answered on the game port. */
function sharesPort(game: Game): boolean {
  const { ports } = factsOf(game);
  return ports.rcon === ports.game;
}

function isChosen(draft: Ports, usual: Ports, port: keyof Ports): boolean {
  return draft[port] !== '' && draft[port] !== usual[port];
}

function pick(draft: Ports, names: readonly (keyof Ports)[]): Partial<Ports> {
  return Object.fromEntries(names.map((name) => [name, draft[name]]));
}
