import { useEffect, useRef, useState } from 'react';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';

/** How far the undo of an import is. */
export interface Undone {
  readonly importId: string;
  /** How many bans it began with. */
  readonly total: number;
  readonly removed: number;
  /** Worked with since: they stay. */
  readonly kept: number;
}

export type Undoing =
  | { readonly kind: 'under-way'; readonly undone: Undone }
  | {
      readonly kind: 'stopped';
      readonly undone: Undone;
      /** null: somebody stopped it. */
      readonly error: CommandError | null;
    }
  | { readonly kind: 'done'; readonly undone: Undone };

/** Takes back what an import added, a part at a time; what is taken back stays so, whatever becomes of the rest. */
export function useUndo(listId: string) {
  const commands = useCommands();
  const [state, setState] = useState<Undoing | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const begin = async (from: Undone) => {
    under.current?.abort();
    under.current = new AbortController();
    const { signal } = under.current;
    let undone = from;
    for (let left = 1; left > 0;) {
      setState({ kind: 'under-way', undone });
      const outcome = await commands.call('banImportUndo', {
        params: { banlist_id: listId, import_id: from.importId },
        body: {},
      });
      if (!outcome.ok) return setState({ kind: 'stopped', undone, error: outcome.error });
      const { removed, kept } = outcome.value;
      undone = { ...undone, removed: undone.removed + removed, kept: undone.kept + kept };
      ({ left } = outcome.value);
      if (signal.aborted && left > 0) return setState({ kind: 'stopped', undone, error: null });
    }
    setState({ kind: 'done', undone });
  };

  return {
    state,
    begin: (from: Undone) => void begin(from).catch(reportError),
    stop: () => under.current?.abort(),
    close: () => setState(null),
  };
}
