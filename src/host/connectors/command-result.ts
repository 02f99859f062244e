/** What connectors make of commands and their answers. */
import type { CommandResult } from './contract.ts';

type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly kind: 'no-answer' | 'closed' };

/** The result of a command that the server answered, or did not. */
export function resultOf(answer: Answer): CommandResult {
  if (answer.ok) return { ok: true, answer: answer.text };
  const detail =
    answer.kind === 'closed' ? 'The RCon session was lost.' : 'The server did not answer in time.';
  return failed('no-answer', detail);
}

export function failed(
  kind: Extract<CommandResult, { ok: false }>['kind'],
  detail: string,
): CommandResult {
  return { ok: false, kind, detail };
}

/** A command is one line: control characters become blanks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
