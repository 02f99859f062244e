import { useState } from 'react';
import type { ConsoleRow, FeedRow, StreamRow } from '../../../../domain/rows.ts';
import type { Outcome } from '../../../../worker/contract.ts';
import { toast } from '../../../parts/toasts.tsx';
import { errorText } from '../../../text/problem-text.ts';
import { MAX_ROWS, merged } from './log-rows.ts';

/** A page of older entries, oldest first. */
interface OlderPage<Entry> {
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

/** A log: what is live, behind what was paged in. `ask` reads the page before a position; `rowsOf`: its rows. */
export function useLog<Row extends FeedRow | ConsoleRow, Entry>(
  live: readonly Row[],
  stream: Pick<StreamRow, 'floor' | 'more'> | undefined,
  ask: (before: number) => Promise<Outcome<OlderPage<Entry>>>,
  rowsOf: (entries: readonly Entry[]) => readonly Row[],
) {
  // `more`: null until older ones are asked for; from then on nothing that was shown is dropped.
  const [held, setHeld] = useState<{
    readonly live: readonly Row[];
    readonly rows: readonly Row[];
    readonly more: boolean | null;
  }>({ live, rows: live, more: null });
  const [busy, setBusy] = useState(false);
  let now = held;
  if (held.live !== live) {
    const rows = held.more === null ? live : merged(held.rows, live, stream?.floor ?? 0);
    now = rows === null ? { live, rows: live, more: null } : { ...held, live, rows };
    setHeld(now);
  }
  const more = now.more ?? stream?.more ?? false;

  const older = async (): Promise<void> => {
    const before = now.rows[0]?.seq ?? stream?.floor;
    if (before === undefined) return;
    setHeld((present) => ({ ...present, more: present.more ?? more }));
    setBusy(true);
    const outcome = await ask(before);
    setBusy(false);
    if (!outcome.ok) {
      toast(errorText(outcome.error), 'bad');
      return;
    }
    const { entries, more: isMore } = outcome.value;
    setHeld((present) =>
      // Another page has come first, or everything started again: this one does not fit any more.
      (present.rows[0]?.seq ?? before) === before
        ? { ...present, rows: [...rowsOf(entries), ...present.rows], more: isMore }
        : present,
    );
  };
  return { rows: now.rows, more: more && now.rows.length < MAX_ROWS, kept: more, busy, older };
}
export type Log<Row extends FeedRow | ConsoleRow> = ReturnType<typeof useLog<Row, unknown>>;
