/** Runs in a page before its own scripts: notes what the worker tells it, what is drawn, and long tasks. */
export const NOTES = `
  window.notes = { told: {}, drawn: 0, longest: 0 };
  const handler = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...handler,
    set(receive) {
      handler.set.call(this, (event) => {
        const { type } = event.data ?? {};
        if (typeof type === 'string') window.notes.told[type] = (window.notes.told[type] ?? 0) + 1;
        return receive.call(this, event);
      });
    },
  });
  new MutationObserver((changes) => (window.notes.drawn += changes.length)).observe(document, {
    subtree: true, childList: true, characterData: true,
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.notes.longest = Math.max(window.notes.longest, duration);
  }).observe({ type: 'longtask' });
`;

/** Begins the notes again. */
export const FORGET = `window.notes = { told: {}, drawn: 0, longest: 0 }`;

export interface Notes {
  /** Messages of the worker, by their type. */
  readonly told: Readonly<Record<string, number>>;
  /** Changes of the document. */
  readonly drawn: number;
  /** Milliseconds of the longest task over 50 ms. */
  readonly longest: number;
}
