import { gameName, type Game } from '../../../protocol/enumerations.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import type { Draft } from './draft.ts';
import { offeredName } from './offered-name.ts';

export type FoundServer = CallAnswer<'serversFind'>['servers'][number];

const SHORT_NAME_MAX = 20;

/** What a server that answered makes of a draft: its game and ports, and its names where none are typed. */
export function draftOfFound(draft: Draft, found: FoundServer): Partial<Draft> {
  const game = isSame(draft.game, found.game) ? draft.game : found.game;
  const { ports } = factsOf(game);
  const rcon = ports.rcon === null ? null : found.game_port + ports.rcon - ports.game;
  const name = offeredName(found.name) ?? '';
  return {
    game,
    game_port: String(found.game_port),
    query_port: String(found.query_port),
    rcon_port: rcon === null || rcon > 65_535 ? '' : String(rcon),
    name: draft.name === '' ? name : draft.name,
    identifier: draft.identifier === '' ? shortName(name) : draft.identifier,
  };
}

/** Its answer does not tell a game from its experimental branch: what was chosen stays. */
function isSame(a: Game, b: Game): boolean {
  if (gameName(b) === 'GENERIC') return a === b;
  return factsOf(a).folders.some((folder) => factsOf(b).folders.includes(folder));
}

/** The ASCII part of a name, as far as an identifier has room. */
function shortName(name: string): string {
  return name
    .replaceAll(/[^\x20-\x7e]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SHORT_NAME_MAX)
    .trim();
}
