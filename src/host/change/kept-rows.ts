import type { Writing } from '../../domain/resources/rule.ts';
import type { EventData } from '../../protocol/events.ts';
import { KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import { showPersons } from '../identity/show-persons.ts';
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

/** Tells a row as it is now, of the persons that its players are. */
export async function tellKept<R extends KeptName>(
  made: Change,
  resource: R,
  row: RowOf<R>,
): Promise<() => number> {
  const { server_id } = row;
  const [shown] = await showPersons(made.trx, KEPT[resource], [row]);
  const [told, kept] = [shown?.row ?? row, row].map(
    (one) => ({ resource, server_id, row: one }) as unknown as EventData<'row:put'>,
  ) as [EventData<'row:put'>, EventData<'row:put'>];
  return made.tell(serverStream(server_id, resource), 'row:put', told, made.now, kept);
}
