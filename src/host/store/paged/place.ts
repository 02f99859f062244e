import { type PageKey } from '../../../domain/resources/asked.ts';
import type { PagedRow } from '../../../protocol/resources/registry.ts';
import { type Total } from './total.ts';

/** Where a page begins, or ends. */
export type Place =
  | { readonly kind: 'first' }
  | { readonly kind: 'after' | 'before'; readonly bound: PageKey }
  | { readonly kind: 'place'; readonly place: number };

export interface Page extends Total {
  readonly rows: readonly PagedRow[];
  /** How many rows come before; null where that was not asked. */
  readonly place: number | null;
  /** The row before the first one; null: there is none. */
  readonly previous: PageKey | null;
  /** The last row; null: none comes behind it. */
  readonly next: PageKey | null;
}
