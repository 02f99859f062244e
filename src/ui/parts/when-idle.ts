let first: Promise<unknown> = Promise.resolve();

/** `whenIdle` waits for this first: a browser also calls a page idle that still waits for its first rows. */
export function idleAfter(looked: Promise<unknown>): void {
  first = looked;
}

/** Resolves when the page has nothing more urgent to do: for parts that nobody looks at yet. */
export async function whenIdle(): Promise<void> {
  await first;
  return new Promise((resolve) => {
    // Safari has no such callback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 1_000 });
  });
}
