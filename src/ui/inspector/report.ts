import type { Inspection } from '../../worker/contract.ts';
import type { Rates } from './rates.ts';
import type { Disk } from './use-disk.ts';

/** What this tab knows beside what the worker says of itself. */
interface Seen {
  readonly browser: string;
  /** The tab that asks. */
  readonly tab: string;
  readonly disk: Omit<Disk, 'ask'>;
  /** null: the worker was asked once only. */
  readonly rates: Rates | null;
}

/** What is pasted into a bug report: everything that the inspector shows, as JSON; the bounds of the log as text. */
export function report(inspection: Inspection, { browser, tab, disk, rates }: Seen): string {
  const { store } = inspection;
  const a_second =
    rates === null
      ? null
      : {
          events: rounded(rates.events),
          patches: Object.fromEntries([...rates.patches].map(([of, n]) => [of, rounded(n)])),
        };
  const { used, persisted } = disk;
  const log =
    store === null
      ? null
      : { first: momentText(store.log.first), last: momentText(store.log.last) };
  return JSON.stringify(
    {
      browser,
      tab,
      disk: { used, persisted },
      a_second,
      ...inspection,
      store: store === null ? null : { ...store, log: { ...store.log, ...log } },
    },
    null,
    2,
  );
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function momentText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
