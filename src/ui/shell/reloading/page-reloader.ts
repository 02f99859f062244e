import { keepServedBuild, servedEntry } from './build.ts';
import { Reloader } from './reloader.ts';

const RELOADS_KEY = 'muster-wall-reloads';

/** Calls back once after so many milliseconds; answers how to call it off. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** A reloader of this page; how often it reloaded is kept across reloads. */
export function createReloader(): Reloader {
  return new Reloader({
    now: () => Date.now(),
    after,
    kept: {
      read: () => localStorage.getItem(RELOADS_KEY),
      write: (text) => localStorage.setItem(RELOADS_KEY, text),
    },
    async ready() {
      if ((await servedEntry()) !== null) {
        await keepServedBuild();
        return true;
      }
      // Without the host the page comes from the service worker, where there is one.
      return Boolean(navigator.serviceWorker?.controller);
    },
    reload: () => location.reload(),
    log: (text, error) => console.warn(text, error),
  });
}
