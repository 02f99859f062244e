import { shownCommand } from '../../domain/actions/secrets.ts';

/** Commands that were sent, to be recalled with the arrow keys. */
export interface Recall {
  readonly sent: readonly string[];
  /** Which one shows; `sent.length` is the line that is being typed. */
  readonly at: number;
  /** What was typed before recalling. */
  readonly typed: string;
}

export const NO_RECALL: Recall = { sent: [], at: 0, typed: '' };
const KEPT = 50;

/** A command was sent. The same one twice in a row is kept once, and one with a secret not at all. */
export function remember(recall: Recall, command: string): Recall {
  const isKnown = recall.sent.at(-1) === command || shownCommand(command) !== command;
  const sent = isKnown ? recall.sent : [...recall.sent, command].slice(-KEPT);
  return { sent, at: sent.length, typed: '' };
}

/** The arrow keys: older (-1) or newer (1). What was typed comes back at the end. */
export function recall(
  state: Recall,
  step: -1 | 1,
  line: string,
): { readonly state: Recall; readonly line: string } {
  const typed = state.at === state.sent.length ? line : state.typed;
  const at = Math.min(Math.max(state.at + step, 0), state.sent.length);
  return { state: { ...state, at, typed }, line: state.sent[at] ?? typed };
}
