import { useEffect, useState } from 'react';
import { useCommands } from '../data/use-view.ts';
import type { Sample } from './rates.ts';

const EVERY_MS = 1_000;

export interface Samples {
  readonly before: Sample | null;
  /** null before the first answer. */
  readonly now: Sample | null;
  /** The worker did not answer the last question. */
  readonly silent: boolean;
}

/** Asks the worker each second while the page shows; one question at a time. */
export function useSamples(): Samples {
  const commands = useCommands();
  const [samples, setSamples] = useState<Samples>({ before: null, now: null, silent: false });
  useEffect(() => {
    let asking = false;
    const ask = () => {
      if (document.visibilityState === 'hidden') return;
      if (asking) {
        setSamples((known) => ({ ...known, silent: true }));
        return;
      }
      asking = true;
      commands
        .inspect()
        .then(
          (inspection) => {
            const now = { at: performance.now(), inspection };
            setSamples((known) => ({ before: known.now, now, silent: false }));
          },
          (error: unknown) => {
            console.warn('The worker was not heard.', error);
            setSamples((known) => ({ ...known, silent: true }));
          },
        )
        .finally(() => {
          asking = false;
        });
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, [commands]);
  return samples;
}
