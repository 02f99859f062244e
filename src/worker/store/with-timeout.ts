import type { Clock } from '../environment.ts';

/** A browser's database that does not answer: some never do. */
class SilentError extends Error {
  readonly kind = 'silent';
}

/** What the work gives; rejects where it has not ended by then. */
export function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () =>
      reject(new SilentError(`The database did not answer for ${ms} ms.`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
