import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import type { HistoryQuestion } from './question.ts';

/** Whoever types is not asked for at each letter. Milliseconds. */
const TYPING = 200;
/** So many entries are shown at once; who wants more narrows it down, or has it as a file. */
export const SHOWN_MAX = 2_000;

interface Found {
  /** What was asked, as JSON. */
  readonly asked: string;
  readonly entries: readonly HistoryEntry[];
  readonly names: ReadonlyMap<string, string>;
  readonly next: string | null;
  /** On how many servers words find nothing, or not all. */
  readonly leftOut: number;
  readonly kept: CallAnswer<'historyPage'>['kept'];
}

/** What was found, newest first, page by page. What was found before stays until the next answer. */
export function useHistory(question: HistoryQuestion) {
  const commands = useCommands();
  const asked = JSON.stringify(question);
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(true);
  const [round, setRound] = useState(0);
  const wanted = useRef(asked);

  const ask = useCallback(
    async (of: string, after: string | null) => {
      setBusy(true);
      const query = {
        ...(JSON.parse(of) as HistoryQuestion),
        ...(after === null ? {} : { after }),
      };
      const outcome = await commands.call('historyPage', { query });
      if (wanted.current !== of) return;
      setBusy(false);
      setError(outcome.ok ? null : outcome.error);
      if (!outcome.ok) return;
      const { entries, servers, next, left_out: leftOut, kept } = outcome.value;
      const names = servers.map(({ id, identifier }) => [id, identifier] as const);
      setFound((before) => {
        const held = after === null || before?.asked !== of ? null : before;
        return {
          asked: of,
          entries: [...(held?.entries ?? []), ...entries],
          names: new Map([...(held?.names ?? []), ...names]),
          next,
          leftOut,
          kept,
        };
      });
    },
    [commands],
  );
  useEffect(() => {
    const first = wanted.current === asked;
    wanted.current = asked;
    const timer = setTimeout(() => void ask(asked, null), first ? 0 : TYPING);
    return () => clearTimeout(timer);
  }, [ask, asked, round]);

  const next = found?.asked === asked ? found.next : null;
  return {
    found,
    error,
    /** What is shown is not what is asked for yet. */
    busy,
    more: next === null ? null : () => void ask(asked, next),
    reload: () => setRound((value) => value + 1),
  };
}
