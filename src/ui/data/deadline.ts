import type { CommandError, Outcome } from '../../worker/contract.ts';

/** What a person waits for at most; actions and tests talk to a game server that may be slow. */
export const DEADLINE_MS = 15_000;
export const LONG_DEADLINE_MS = 30_000;

/**
 * An answer, or `deadline` when it takes too long: a call to a worker that has died never answers.
 * `after` calls back once after so many milliseconds and answers how to call it off.
 */
export async function withDeadline<T>(
  answer: Promise<Outcome<T>>,
  ms: number,
  after: (ms: number, callback: () => void) => () => void,
): Promise<Outcome<T>> {
  const error: CommandError = { kind: 'deadline' };
  let cancel = () => {};
  const late = new Promise<Outcome<T>>((resolve) => {
    cancel = after(ms, () => resolve({ ok: false, error }));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    cancel();
  }
}
