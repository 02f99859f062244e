/** The one hook for live data, with its forms for a row, a single-row view and a short list. */
import { computed, type ReadonlySignal } from '@preact/signals-react';
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { UiComponent } from '../../protocol/session/events.ts';
import type { Query, RowQuery, ViewRows } from '../../domain/queries.ts';
import type { ConnectionState } from '../../domain/rows.ts';
import { canonicalQuery } from '../../domain/views/canonical.ts';
import type { Connection, TabCommands, WorkerState } from './connect.ts';
import type { LiveView } from './live-view.ts';
import { useSignalValue } from './use-signal.ts';

/** The page's connection to the data layer. */
export const ConnectionContext = createContext<Connection | null>(null);

/** The connection itself, for what follows several queries at once. */
export function useDataConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new TypeError('A view was used outside of its ConnectionContext.');
  return connection;
}

/** A live list: `ids` changes only with membership or order, so that rows render by themselves. */
export interface ViewHandle<Row> {
  readonly ready: boolean;
  readonly ids: readonly string[];
  /** The place of the first of `ids` in the whole list. */
  readonly from: number;
  /** How many rows there are in all windows. */
  readonly total: number;
  /** For `useRow` and `useShown`, in the row's own component; the same signal for as long as the view is. */
  readonly row: (id: string) => ReadonlySignal<Row | undefined>;
}

type RowOf<Q extends RowQuery> = ViewRows[Q['view']];

interface One<Row> {
  readonly ready: boolean;
  readonly row: Row | undefined;
}

/** Follows a query while the component is mounted. What was shown stays until the next query answers. */
export function useView<Q extends RowQuery>(query: Q): ViewHandle<RowOf<Q>> {
  const view = useLiveView(query);
  const ready = useSignalValue(view.ready);
  const ids = useSignalValue(view.ids);
  const total = useSignalValue(view.total);
  const from = useSignalValue(view.from);
  const row = useCallback((id: string) => view.row(id), [view]);
  return { ready, ids, from, total, row };
}

/**
 * A row by its signal, or these `parts` of it: renders again only when what it gives is another. `parts` stays the same
 * list.
 */
export function useRow<Row extends object>(
  source: ReadonlySignal<Row | undefined>,
): Row | undefined;
export function useRow<Row extends object, Part extends keyof Row>(
  source: ReadonlySignal<Row | undefined>,
  parts: readonly Part[],
): Pick<Row, Part> | undefined;
export function useRow<Row extends object>(
  source: ReadonlySignal<Row | undefined>,
  parts?: readonly (keyof Row)[],
): Row | undefined {
  return useSignalValue(useMemo(() => keptBy(source, parts), [source, parts]));
}

/**
 * What is shown of a row, as a signal: in JSX it renders by itself, and only when it is another. `of` stays the
 * same function.
 */
export function useShown<Row extends object, Shown>(
  source: ReadonlySignal<Row | undefined>,
  of: (row: Row) => Shown,
): ReadonlySignal<Shown | undefined> {
  return useMemo(
    () => computed(() => (source.value === undefined ? undefined : of(source.value))),
    [source, of],
  );
}

/** The row, the same object until one of these parts is another: a patch replaces only parts that changed. */
function keptBy<Row extends object>(
  source: ReadonlySignal<Row | undefined>,
  parts: readonly (keyof Row)[] | undefined,
): ReadonlySignal<Row | undefined> {
  if (parts === undefined) return source;
  let held: Row | undefined;
  return computed(() => {
    const next = source.value;
    const before = held;
    if (before === undefined || next === undefined) held = next;
    else if (parts.some((part) => before[part] !== next[part])) held = next;
    return held;
  });
}

/**
 * The row of a view that has one at most, or these `parts` of it; `ready` tells 'not yet' from 'none'. Renders again
 * only when what it gives is another. `parts` stays the same list.
 */
export function useOne<Q extends RowQuery>(query: Q): One<RowOf<Q>>;
export function useOne<Q extends RowQuery, Part extends keyof RowOf<Q>>(
  query: Q,
  parts: readonly Part[],
): One<Pick<RowOf<Q>, Part>>;
export function useOne<Q extends RowQuery>(
  query: Q,
  parts?: readonly (keyof RowOf<Q>)[],
): One<RowOf<Q>> {
  const view = useLiveView(query);
  const row = useMemo(() => {
    const one = computed(() => {
      const id = view.ids.value[0];
      return id === undefined ? undefined : view.row(id).value;
    });
    return keptBy(one, parts);
  }, [view, parts]);
  return { ready: useSignalValue(view.ready), row: useSignalValue(row) };
}

const CONNECTION = ['connection'] as const;

/** How the connection to the host is; undefined before anything is known. */
export function useConnectionState(): ConnectionState | undefined {
  return useOne({ view: 'link' }, CONNECTION).row?.connection;
}

/**
 * How the connection to the host is, in a word; `starting` before anything is known. Renders again only where the
 * word is another: the row moves on with every second in which the host tells something.
 */
export function useConnectionKind(): ConnectionState['kind'] {
  const view = useLiveView({ view: 'link' });
  const kind = useMemo(
    () =>
      computed(() => {
        const [id] = view.ids.value;
        const link = id === undefined ? undefined : view.row(id).value;
        return link?.connection.kind ?? 'starting';
      }),
    [view],
  );
  return useSignalValue(kind);
}

/** Host time of the last that was heard of the host, where the connection is not live; null where it is. */
export function useHeardUntil(): number | null {
  const view = useLiveView({ view: 'link' });
  const until = useMemo(
    () =>
      computed(() => {
        const [id] = view.ids.value;
        const link = id === undefined ? undefined : view.row(id).value;
        return link === undefined || link.connection.kind === 'live' ? null : link.fresh_at;
      }),
    [view],
  );
  return useSignalValue(until);
}

/** All rows of a short view, in order. */
export function useRows<Q extends RowQuery>(
  query: Q,
): { readonly ready: boolean; readonly rows: readonly RowOf<Q>[]; readonly total: number } {
  const view = useLiveView(query);
  const rows = useMemo(
    () => computed(() => view.ids.value.flatMap((id) => view.row(id).value ?? [])),
    [view],
  );
  const total = useSignalValue(view.total);
  return { ready: useSignalValue(view.ready), rows: useSignalValue(rows), total };
}

/** Changes whenever the operator asks that this part of the portal be mounted again: the part's key. */
export function useReloads(component: UiComponent): number {
  return useSignalValue(useDataConnection().reloads).get(component) ?? 0;
}

/** The commands of the shared session. */
export function useCommands(): TabCommands {
  return useDataConnection().commands;
}

/** Whether a recording is shown, and nothing of now. */
export function useReplaying(): boolean {
  return useDataConnection().replaying;
}

/** What this tab calls itself to the worker. */
export function useTabId(): string {
  return useDataConnection().tab;
}

/** How the worker is. */
export function useWorkerState(): WorkerState {
  return useSignalValue(useDataConnection().state);
}

/**
 * A view for a query that may change: another subject (view, server) begins with nothing, another
 * window, filter or sort keeps what is shown until its snapshot is there.
 */
function useLiveView<Q extends RowQuery>(query: Q): LiveView<RowOf<Q>> {
  const connection = useDataConnection();
  const subject = `${query.view} ${'server_id' in query ? query.server_id : ''}`;
  const [held, setHeld] = useState(() => ({ subject, view: connection.view<RowOf<Q>>(query) }));
  let current = held;
  if (held.subject !== subject) {
    current = { subject, view: connection.view<RowOf<Q>>(query) };
    setHeld(current);
  }
  const { view } = current;
  const stable = useStable(query);
  useEffect(() => connection.subscribe(stable, view), [connection, stable, view]);
  return view;
}

/** A query that stays the same object while it asks the same. */
export function useStable<Q extends Query>(query: Q): Q {
  const [stable, setStable] = useState(query);
  if (canonicalQuery(stable) !== canonicalQuery(query)) setStable(query);
  return stable;
}
