import { useEffect, useRef, useState } from 'react';
import { exportHead, exportLine, type ExportFormat } from '../../domain/history/export.ts';
import { HISTORY_PAGE_MAX } from '../../protocol/history/calls.ts';
import type { CallAnswer, CommandError, Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { saveFile } from '../parts/save-file.ts';
import type { HistoryQuestion } from './question.ts';

/** How far an export is. */
export interface ExportProgress {
  readonly count: number;
  /** The moment of the oldest entry so far; null before the first. */
  readonly back: number | null;
  /** From 0 to 1 where the question says how far back it goes. */
  readonly share: number | null;
}

const TYPES = { csv: 'text/csv;charset=utf-8', ndjson: 'application/x-ndjson' } as const;
/** A host that has had enough for a while is asked again after so long. Milliseconds. */
const PATIENCE = 5_000;

/**
 * Saves all that a question finds, page by page: the lines of each go to the browser's own store of files at once,
 * and not all are held.
 */
export function useExport() {
  const commands = useCommands();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const begin = async (question: HistoryQuestion, format: ExportFormat, now: number) => {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setProgress({ count: 0, back: null, share: null });
    let file = new Blob([exportHead(format)], { type: TYPES[format] });
    // What happens in the meantime is not in it: it ends where it began.
    const until = Number(question.until ?? now);
    let after: string | null = null;
    let count = 0;
    for (;;) {
      const page = { limit: HISTORY_PAGE_MAX, until, ...(after === null ? {} : { after }) };
      const query: HistoryQuestion = { ...question, ...page };
      const outcome: Outcome<CallAnswer<'historyPage'>> = await commands.call('historyPage', {
        query,
      });
      if (abort.signal.aborted) return;
      if (!outcome.ok) {
        if (isTooMuch(outcome.error)) {
          await new Promise((resolve) => void setTimeout(resolve, PATIENCE));
          if (abort.signal.aborted) return;
          continue;
        }
        setError(outcome.error);
        setProgress(null);
        return;
      }
      const { entries, servers, next } = outcome.value;
      const names = new Map(servers.map(({ id, identifier }) => [id, identifier]));
      const lines = entries.map((entry) =>
        exportLine(format, entry, names.get(entry.server_id) ?? ''),
      );
      file = new Blob([file, ...lines], { type: TYPES[format] });
      count += entries.length;
      after = next;
      const back = entries.at(-1)?.at ?? null;
      const { from } = question;
      const share =
        from === undefined || back === null ? null : (until - back) / (until - Number(from) || 1);
      setProgress({ count, back, share });
      if (after === null) break;
    }
    saveFile(file, `history-${new Date(now).toISOString().slice(0, 10)}.${format}`);
    setProgress(null);
  };
  const cancel = () => {
    running.current?.abort();
    setProgress(null);
  };
  return { progress, error, begin, cancel };
}

function isTooMuch(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.code === 'rate-limited';
}
