import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallAnswer, CallInput, CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';

type PagedCall = 'personSessions' | 'playerSearch' | 'banListAuditPage';

/** What was found so far, page by page; what was found before stays until the next answer. */
export interface Paged<Row> {
  /** null: nothing was answered yet, or nothing is asked. */
  readonly rows: readonly Row[] | null;
  readonly error: CommandError | null;
  /** What is shown is not what is asked for yet, or more of it is on its way. */
  readonly busy: boolean;
  /** null: that is all. */
  readonly more: (() => void) | null;
  readonly reload: () => void;
}

interface Held<Row> {
  readonly asked: string;
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * Reads a call page by page. `input` is compared by its JSON; null asks nothing. `typing`: for how long nobody may have
 * changed it before it is asked.
 */
export function usePagedCall<N extends PagedCall, Row>(
  name: N,
  input: CallInput<N> | null,
  rowsOf: (answer: CallAnswer<N>) => readonly Row[],
  { typing = 0, version = '' }: { readonly typing?: number; readonly version?: string } = {},
): Paged<Row> {
  const commands = useCommands();
  const asked = input === null ? null : JSON.stringify(input);
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(asked !== null);
  const [round, setRound] = useState(0);
  const wanted = useRef(asked);
  const read = useRef(rowsOf);
  const ask = useCallback(
    async (of: string, after: string | null) => {
      setBusy(true);
      const { query, ...rest } = JSON.parse(of) as { query?: object };
      const given = { ...rest, query: { ...query, ...(after === null ? {} : { after }) } };
      const outcome = await commands.call(name, given as unknown as CallInput<N>);
      if (wanted.current !== of) return;
      setBusy(false);
      setError(outcome.ok ? null : outcome.error);
      if (!outcome.ok) return;
      const { value } = outcome;
      setHeld((before) => ({
        asked: of,
        rows: [...(after === null ? [] : (before?.rows ?? [])), ...read.current(value)],
        next: value.next,
      }));
    },
    [commands, name],
  );
  useEffect(() => {
    const isFirst = wanted.current === asked;
    wanted.current = asked;
    if (asked === null) {
      setHeld(null);
      setError(null);
      setBusy(false);
      return;
    }
    setBusy(true);
    const timer = setTimeout(() => void ask(asked, null), isFirst ? 0 : typing);
    return () => clearTimeout(timer);
  }, [ask, asked, typing, version, round]);
  const next = held !== null && held.asked === asked ? held.next : null;
  return {
    // What was found for something else is no answer where this one failed.
    rows: held === null || (error !== null && held.asked !== asked) ? null : held.rows,
    error,
    busy,
    more: next === null || asked === null || busy ? null : () => void ask(asked, next),
    reload: useCallback(() => setRound((value) => value + 1), []),
  };
}
