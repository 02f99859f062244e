import type { DraftField } from './draft.ts';

/** The steps of the wizard, as the address names them. */
export const STEPS = ['game', 'connection', 'rcon'] as const;
export type Step = (typeof STEPS)[number];

/** What each step asks for. */
export const STEP_FIELDS: Readonly<Record<Step, readonly DraftField[]>> = {
  game: ['game'],
  connection: ['identifier', 'host', 'game_port', 'query_port', 'timezone'],
  rcon: ['rcon_port', 'rcon_password'],
};

/** The step that a `?step=` names; an unknown one is the first. */
export function stepOf(name: string | null): Step {
  return STEPS.find((step) => step === name) ?? 'game';
}

/** The first step that asks for one of these fields. */
export function stepWith(fields: readonly DraftField[]): Step | undefined {
  return STEPS.find((step) => STEP_FIELDS[step].some((field) => fields.includes(field)));
}
