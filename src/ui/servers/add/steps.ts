import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { Draft } from './draft.ts';

export const STEPS = ['game', 'connection', 'rcon'] as const;
export type Step = (typeof STEPS)[number];

/** The steps of the wizard for a game, as the address names them. */
export function stepsOf(game: Draft['game']): readonly Step[] {
  return hasRemoteControl(game) ? STEPS : STEPS.filter((step) => step !== 'rcon');
}

/** What each step asks for. */
export const STEP_FIELDS: Readonly<Record<Step, readonly (keyof Draft)[]>> = {
  game: ['game'],
  connection: ['identifier', 'name', 'host', 'game_port', 'query_port', 'timezone'],
  rcon: ['rcon_port', 'rcon_password'],
};

/** The step of a game: in place of one that it lacks, its last. */
export function stepOf(named: Step, game: Draft['game']): Step {
  return stepsOf(game).includes(named) ? named : 'connection';
}

/** The first step that asks for one of these fields. */
export function stepWith(fields: readonly string[]): Step | undefined {
  return STEPS.find((step) => STEP_FIELDS[step].some((field) => fields.includes(field)));
}
