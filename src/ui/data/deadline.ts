import type { CommandError, Outcome } from '../../worker/contract.ts';

/** What a person waits for at most; actions and tests talk to a game server that may be slow. */
export const DEADLINE_MS = 15_000;
export const LONG_DEADLINE_MS = 30_000;

type After = (ms: number, callback: () => void) => () => void;

/**
 * An answer, or `deadline` when it takes too long: a call to a worker that has died never answers.
 * `after` calls back once after so many milliseconds and answers how to call it off.
 */
export function withDeadline<T>(
  answer: Promise<Outcome<T>>,
  ms: number,
  after: After,
): Promise<Outcome<T>> {
  const error: CommandError = { kind: 'deadline' };
  return withFallback(answer, ms, after, () => Promise.resolve({ ok: false, error }));
}

/** An answer, or what `late` gives when it takes too long. */
export async function withFallback<T>(
  answer: Promise<T>,
  ms: number,
  after: After,
  late: () => Promise<T>,
): Promise<T> {
  let cancel = () => {};
  const waited = new Promise<T>((resolve) => {
    cancel = after(ms, () => resolve(late()));
  });
  try {
    return await Promise.race([answer, waited]);
  } finally {
    cancel();
  }
}
