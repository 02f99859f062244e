import type { Clock } from '../environment.ts';

/** The browser's database does not answer; some never do. */
export class SilentError extends Error {
  readonly kind = 'silent';
}

/** The work's result; rejects with `SilentError` after `ms` without one. */
export function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () =>
      reject(new SilentError(`The database did not answer for ${ms} ms.`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
