import { useEffect, useState } from 'react';
import type { CommandError, Outcome } from '../../worker/contract.ts';

/** What was found so far by asking for one page after the other. */
interface ToEnd<F> {
  readonly found: F;
  /** There are no more pages, or it is enough. */
  readonly isDone: boolean;
  readonly error: CommandError | null;
  /** Begins anew. */
  readonly again: () => void;
}

/**
 * Asks for pages until there are no more, it is `enough`, one fails, or whoever asks is gone. What is given stays the same
 * object as long as the question is the same.
 */
export function useToEnd<P extends { readonly next: string | null }, F>({
  nothing,
  ask,
  add,
  enough = never,
}: {
  readonly nothing: F;
  readonly ask: (after: string | null) => Promise<Outcome<P>>;
  readonly add: (found: F, page: P) => F;
  readonly enough?: (found: F) => boolean;
}): ToEnd<F> {
  const [state, setState] = useState<Omit<ToEnd<F>, 'again'>>(begun(nothing));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      setState(begun(nothing));
      let found = nothing;
      for (let after: string | null = null, isDone = false; !isDone;) {
        const outcome: Outcome<P> = await ask(after);
        if (!wanted) return;
        if (!outcome.ok) {
          const { error } = outcome;
          setState((before) => ({ ...before, error }));
          return;
        }
        const { value } = outcome;
        found = add(found, value);
        after = value.next;
        isDone = after === null || enough(found);
        setState({ found, isDone, error: null });
      }
    };
    void look();
    return () => {
      wanted = false;
    };
  }, [nothing, ask, add, enough, round]);
  return { ...state, again: () => setRound((value) => value + 1) };
}

function never(): boolean {
  return false;
}

function begun<F>(found: F): Omit<ToEnd<F>, 'again'> {
  return { found, isDone: false, error: null };
}
