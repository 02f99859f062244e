import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '../../../domain/export.ts';
import type { CommandError, Outcome } from '../../../worker/contract.ts';
import { saveFile } from '../save-file.ts';

/** How far an export is. */
export interface ExportProgress {
  readonly count: number;
  /** The moment of the last entry so far; null before the first. */
  readonly back: number | null;
  /** From 0 to 1 where it is known how far back it goes. */
  readonly share: number | null;
}

/** A page as lines of the file; `next` null: it is the last. */
export interface ExportedPage {
  readonly lines: readonly string[];
  readonly next: string | null;
  readonly back: number | null;
  readonly share: number | null;
}

export interface ExportOf {
  readonly format: ExportFormat | 'txt' | 'cfg';
  /** Of the file, without its ending. */
  readonly name: string;
  readonly head: string;
  readonly page: (after: string | null) => Promise<Outcome<ExportedPage>>;
}

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  ndjson: 'application/x-ndjson',
  txt: 'text/plain;charset=utf-8',
  cfg: 'text/plain;charset=utf-8',
} as const;
/** A host that has had enough for a while is asked again after so long. Milliseconds. */
const PATIENCE = 5_000;

/**
 * Saves all that a question finds, page by page: the lines of each go to the browser's own store of files at once,
 * and not all are held.
 */
export function useExport() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const begin = async ({ format, name, head, page }: ExportOf) => {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setProgress({ count: 0, back: null, share: null });
    let file = new Blob([head], { type: TYPES[format] });
    let after: string | null = null;
    let count = 0;
    for (;;) {
      const outcome: Outcome<ExportedPage> = await page(after);
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
      const { lines, next, back, share } = outcome.value;
      file = new Blob([file, ...lines], { type: TYPES[format] });
      count += lines.length;
      after = next;
      setProgress({ count, back, share });
      if (after === null) break;
    }
    saveFile(file, `${name}.${format}`);
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
