/** What features have to say where somebody writes rows that are kept for them. */
import type { Writing } from '../../domain/resources/rule.ts';
import { KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import type { Change } from '../change/change.ts';
import type { Keeper, WriteContext } from '../change/kept-rows.ts';
import { NOTE_KEEPER } from '../notes/keeper.ts';
import { JOB_KEEPER, MESSAGE_KEEPER } from '../schedules/keepers.ts';
import type { Trx } from '../store/database.ts';

/** Of features that have something to say. */
const KEEPERS: { readonly [R in KeptName]?: Keeper<R> } = {
  jobs: JOB_KEEPER,
  messages: MESSAGE_KEEPER,
  notes: NOTE_KEEPER,
};

function keeperOf<R extends KeptName>(resource: R): Keeper<R> | undefined {
  return KEEPERS[resource] as Keeper<R> | undefined;
}

/** How many rows of a resource a server may have. */
export async function mostOf(
  trx: Trx,
  context: WriteContext,
  resource: KeptName,
  serverId: string,
): Promise<number> {
  const { most } = KEPT[resource];
  const allowed = await keeperOf(resource)?.most(trx, context, serverId);
  return Math.min(most, allowed ?? most);
}

/** Throws where a row may not be as it would be. */
export async function admit<R extends KeptName>(
  trx: Trx,
  resource: R,
  row: RowOf<R>,
  before: RowOf<R> | null,
  by: Writing,
): Promise<void> {
  await keeperOf(resource)?.admit(trx, row, before, by);
}

/** What follows from rows that came, changed or went. */
export async function followWritten(
  made: Change,
  resource: KeptName,
  serverId: string,
): Promise<void> {
  await keeperOf(resource)?.written(made, serverId);
}
