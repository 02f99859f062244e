import type { Writing } from '../../domain/resources/rules.ts';
import type { EventData } from '../../protocol/events.ts';
import type { KeptName, RowOf } from '../../protocol/resources/registry.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Trx } from '../store/database.ts';
import type { Change, ChangeContext } from './change.ts';

/** What a row that is kept for a feature is written with. */
export type WriteContext = ChangeContext & Pick<HostDeps, 'settings'>;

/** What a feature has to say where somebody writes rows that are kept for it. */
export interface Keeper<R extends KeptName> {
  /** How many rows this server may have. */
  most(trx: Trx, context: WriteContext, server_id: string): Promise<number>;
  /**
   * Refuses, by throwing, a row that does not do or that is not for whoever writes it. `before`: as it was; null where
   * it was not.
   */
  admit(trx: Trx, row: RowOf<R>, before: RowOf<R> | null, by: Writing): Promise<void>;
  /** What follows, in the same change, from rows that came, changed or went. */
  written(made: Change, server_id: string): Promise<void>;
}

/** What tells of a row as it is now. */
export function putOf<R extends KeptName>(resource: R, row: RowOf<R>): EventData<'row:put'> {
  return { resource, server_id: row.server_id, row } as unknown as EventData<'row:put'>;
}
