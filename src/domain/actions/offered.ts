/** What each game can be asked for, and why it cannot be asked for the rest. */
import type { GameActionRequest } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import * as games from '../../protocol/games/games.ts';

type Action = GameActionRequest['action'];

/** The actions that a person can ask for, in their order. */
export const ASKABLE: readonly Action[] = games.ASKABLE.map((name) => SERVER_ACTION[name]);

/** `no-remote-control`: the server is only looked at; `not-in-game`: its remote control has no such command. */
export type Missing = 'no-remote-control' | 'not-in-game';

/** What a game can be asked for, as values of the server action enumeration, in its order. */
export function offeredActions(game: Game): Action[] {
  return games.factsOf(game).actions.map((name) => SERVER_ACTION[name]);
}

/** Why a game cannot be asked for an action; null where it can. */
export function whyMissing(game: Game, action: number): Missing | null {
  if (!games.hasRemoteControl(game)) return 'no-remote-control';
  return offeredActions(game).some((offered) => offered === action) ? null : 'not-in-game';
}
