let first: Promise<unknown> = Promise.resolve();

/** A page that waits for what is looked at seems to have nothing to do: nobody is idle before it is there. */
export function idleAfter(looked: Promise<unknown>): void {
  first = looked;
}

/** Resolves when the page has nothing more urgent to do: for parts that come after what is looked at. */
export async function whenIdle(): Promise<void> {
  await first;
  return new Promise((resolve) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 1_000 });
  });
}
