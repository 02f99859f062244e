import { signal, type ReadonlySignal } from '@preact/signals-core';
import { useEffect, useState } from 'react';
import type { PackedQuery } from '../../domain/queries.ts';
import { PackedRows } from '../../domain/walls/packed-rows.ts';
import type { TabChange } from '../../worker/contract.ts';
import type { TabView, ViewStart } from './live-view.ts';
import { useDataConnection, useStable } from './use-view.ts';

/** What a tab holds of a packed view: rows, and one signal that tells that they are others. */
export class PackedView implements TabView {
  readonly rows = new PackedRows();
  readonly #revision = signal(0);

  /** Grows whenever rows changed, which `rows.take` tells; 0 until they are there. */
  get revision(): ReadonlySignal<number> {
    return this.#revision;
  }

  reset({ packed }: Pick<ViewStart, 'packed'>): void {
    if (packed === null) return;
    this.rows.apply(packed);
    this.#revision.value += 1;
  }

  show(like: PackedView): void {
    if (like.#revision.peek() > 0) this.reset({ packed: like.rows.whole() });
  }

  apply(changes: readonly TabChange[]): void {
    for (const change of changes) if (change.op === 'packed') this.rows.apply(change.patch);
    this.#revision.value += 1;
  }
}

/** Follows a packed query while the component is mounted. What was held stays until the next query answers. */
export function usePackedView(query: PackedQuery): PackedView {
  const connection = useDataConnection();
  const [view] = useState(() => new PackedView());
  const stable = useStable(query);
  useEffect(() => connection.subscribe(stable, view), [connection, stable, view]);
  return view;
}
