/** Resolves when the page has nothing more urgent to do: for parts that come after what is looked at. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 1_000 });
  });
}
