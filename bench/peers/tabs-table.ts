/** What was measured of ways to have the same views in many tabs, as a table. */
import { quantile } from '../browser/figures.ts';
import { versionOf } from './version.ts';

/** One run of one way. */
export interface TabsRun {
  /** The share of the events that is kept two seconds after the last. */
  readonly kept: number;
  /** The share of all rows that is in the end as the host has it. */
  readonly alike: number;
  /** Milliseconds from the host to the subscriber: of each figure in each tab. */
  readonly delays: readonly number[];
  /** Of the measured server's figures, this share came or was overtaken. */
  readonly shown: number;
  /** Milliseconds of processor time a second, of all the browser's processes. */
  readonly cpu: number;
}

interface Way {
  readonly label: string;
  readonly package?: string;
  /** Whether it keeps anything on disk. */
  readonly stores: boolean;
}

export const WAYS: Readonly<Record<string, Way>> = {
  bare: { label: 'bare SharedWorker', stores: false },
  muster: { label: 'Muster', stores: true },
  alone: { label: 'socket and store in each tab', package: 'dexie', stores: true },
  dexie: { label: 'Dexie liveQuery', package: 'dexie', stores: true },
  tinybase: { label: 'TinyBase, BroadcastChannel', package: 'tinybase', stores: true },
  livestore: { label: 'LiveStore', package: '@livestore/livestore', stores: true },
  rxdb: { label: 'RxDB', package: 'rxdb', stores: true },
};

/** Rows of a Markdown table: medians, and from the least to the most where there are several runs. */
export function tabsTable(runs: ReadonlyMap<string, readonly (TabsRun | null)[]>): string {
  const cpuOf = (name: string) => half(measured(runs.get(name)).map(({ cpu }) => cpu));
  const bare = cpuOf('bare');
  const lines = [...runs].map(([name, all]) => {
    const way = WAYS[name];
    const label = `${way?.label ?? name} ${versionOf(way?.package)}`.trim();
    const some = measured(all);
    if (some.length === 0) return [label, 'no rows in every tab within three minutes'];
    const spread = (figure: (run: TabsRun) => number, digits = 0) =>
      spreadOf(some.map(figure), digits);
    return [
      label,
      way?.stores === true ? 'yes' : 'no',
      spread(({ kept }) => kept * 100, 1),
      spread(({ alike }) => alike * 100, 1),
      spread(({ delays }) => quantile(delays, 0.5)),
      spread(({ delays }) => quantile(delays, 0.99)),
      spread(({ shown }) => shown * 100, 1),
      spread(({ cpu }) => cpu),
      (cpuOf(name) / bare).toFixed(2),
    ];
  });
  const head = [
    'what',
    'stores',
    'kept, %',
    'rows alike in the end, %',
    'p50, ms',
    'p99, ms',
    'shown, %',
    'CPU, ms a second',
    'of bare',
  ];
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function measured(runs: readonly (TabsRun | null)[] | undefined): readonly TabsRun[] {
  return (runs ?? []).filter((run) => run !== null);
}

function half(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function spreadOf(values: readonly number[], digits: number): string {
  const [middle, least, most] = [half(values), Math.min(...values), Math.max(...values)].map(
    (value) => value.toFixed(digits),
  );
  return values.length === 1 ? String(middle) : `${middle} (${least} to ${most})`;
}
