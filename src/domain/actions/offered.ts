/** What each game can be asked for, and why it cannot be asked for the rest. */
import { GAME, SERVER_ACTION, type Game, type GameName } from '../../protocol/enumerations.ts';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';

type Action = ServerActionRequest['action'];

/** The actions that a person can ask for, in their order. */
export const ASKABLE: readonly Action[] = [
  SERVER_ACTION.RAW,
  SERVER_ACTION.MESSAGE_PRIVATE,
  SERVER_ACTION.MESSAGE_PUBLIC,
  SERVER_ACTION.SERVER_LOCK,
  SERVER_ACTION.SERVER_UNLOCK,
  SERVER_ACTION.SERVER_RESTART,
  SERVER_ACTION.SERVER_KICK,
];

/** `no-remote-control`: the server is only looked at; `not-in-game`: its remote control has no such command. */
export type Missing = 'no-remote-control' | 'not-in-game';

const { MESSAGE_PRIVATE, SERVER_LOCK, SERVER_UNLOCK } = SERVER_ACTION;
const NOT_IN_GAME: Readonly<Partial<Record<GameName, readonly number[]>>> = {
  RUST: [MESSAGE_PRIVATE, SERVER_LOCK, SERVER_UNLOCK],
};
const NAMES = new Map(Object.entries(GAME).map(([name, value]) => [value, name as GameName]));

/** Whether servers of this game are logged in to; GENERIC is watched through its query port alone. */
export function hasRemoteControl(game: Game): boolean {
  return game !== GAME.GENERIC;
}

/** Why a game cannot be asked for an action; null where it can. */
export function whyMissing(game: Game, action: number): Missing | null {
  if (!hasRemoteControl(game)) return 'no-remote-control';
  const without = NOT_IN_GAME[NAMES.get(game) ?? 'GENERIC'] ?? [];
  return without.includes(action) ? 'not-in-game' : null;
}

/** What a game can be asked for, as values of the server action enumeration, in its order. */
export function offeredActions(game: Game): Action[] {
  return ASKABLE.filter((action) => whyMissing(game, action) === null);
}
