import { useState } from 'react';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import type { StreamRow } from '../../domain/rows.ts';
import { useCommands } from '../data/use-view.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

/** How many entries show at first, and how many more with each step back. */
export const FIRST_SHOWN = 300;
const STEP = 200;

/** What there is before the entries that show. */
export interface Before {
  /** Held already, and not shown. */
  readonly hidden: boolean;
  /** Kept by the host, and there is room to hold it. */
  readonly kept: boolean;
  /** Kept by the host, with no room to hold it here: it is for the logs. */
  readonly beyond: boolean;
}

/** What there is before the newest `shown` entries of a stream. */
export function before(
  stream: Pick<StreamRow, 'position' | 'floor' | 'more'> | undefined,
  shown: number,
): Before {
  if (stream === undefined) return { hidden: false, kept: false, beyond: false };
  const held = stream.position - stream.floor + 1;
  const full = held >= HELD_ENTRIES;
  const hidden = shown < Math.min(held, HELD_ENTRIES);
  return {
    hidden,
    kept: stream.more && !full,
    beyond: stream.more && full && !hidden,
  };
}

/** Shows more of a server's feed or console with each step, from what is held or from the host. */
export function useOlder(serverId: string, which: 'feed' | 'console', stream?: StreamRow) {
  const commands = useCommands();
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const [busy, setBusy] = useState(false);
  const { hidden, kept, beyond } = before(stream, limit);
  const older = async (): Promise<void> => {
    setLimit((shown) => Math.min(shown + STEP, HELD_ENTRIES));
    if (!kept) return;
    setBusy(true);
    const outcome = await commands.older(serverId, which);
    setBusy(false);
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  return { limit, more: hidden || kept, beyond, busy, older };
}
