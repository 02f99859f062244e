/** What a person does with a row: the row, the frame that tells of it and the audit, or nothing of it. */
import { RULES, type AddedOf, type EditsOf, type Writing } from '../../domain/resources/rules.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import type { Write } from '../../protocol/resources/resource.ts';
import { serverStream } from '../../protocol/streams.ts';
import { HostError } from '../calls/host-error.ts';
import { hasFields, refuseUnseen } from '../calls/seen.ts';
import { goneServer, readKeptServer } from '../calls/server-row.ts';
import { serverResource } from '../access/grants.ts';
import { isReferenceViolation, type Trx } from '../store/database.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { knownOf } from './known.ts';
import { countRows, lockRow, markRemoved, putRow, readRow, type RowPlace } from './rows.ts';

/** The stream has told of it at this position. */
interface Told {
  readonly position: number;
}

type Place<R extends KeptName> = RowPlace & { readonly resource: R };

/** Adds a row. Asked again with the same id, it is the row of before. */
export function addRow<R extends KeptName>(
  context: ChangeContext,
  place: Place<R>,
  values: AddedOf<R>,
  by: Writing,
): Promise<Told> {
  return written(context, place, 'add', async (trx) => {
    const count = await countRows(trx, place.resource, place.server_id);
    const kept = await lockRow(trx, place);
    if (kept !== null) return kept.removed_at === null ? null : gone(place);
    refuseFull(place, count);
    const known = await knownOf(place.resource, trx, place.server_id, values);
    const row = RULES[place.resource].add(place, values, known, by) as RowOf<R>;
    return (await putRow(trx, place.resource, row)) ? row : gone(place);
  });
}

/** Changes a row, where it is as its editor saw it; `was` is absent where that is all the same to them. */
export function editRow<R extends KeptName>(
  context: ChangeContext,
  place: Place<R>,
  { values, was }: { readonly values: EditsOf<R>; readonly was?: EditsOf<R> | undefined },
  by: Writing,
): Promise<Told> {
  return written(context, place, 'edit', async (trx) => {
    const kept = await lockRow(trx, place);
    if (kept === null || kept.removed_at !== null) return gone(place);
    const before = readRow(place.resource, kept.data) ?? gone(place);
    // Asked again, where its answer was lost.
    if (hasFields(before, values)) return null;
    refuseUnseen(before, was);
    const row = RULES[place.resource].edit(before, values, by) as RowOf<R>;
    await putRow(trx, place.resource, row);
    return row;
  });
}

/** Brings back a row that was removed a short while ago. */
export function restoreRow<R extends KeptName>(
  context: ChangeContext,
  place: Place<R>,
  by: Writing,
): Promise<Told> {
  return written(context, place, 'restore', async (trx) => {
    const count = await countRows(trx, place.resource, place.server_id);
    const kept = await lockRow(trx, place);
    if (kept === null) return gone(place);
    if (kept.removed_at === null) return null;
    if (by.at - kept.removed_at > RESTORE_MS) return gone(place);
    refuseFull(place, count);
    const row = readRow(place.resource, kept.data) ?? gone(place);
    await putRow(trx, place.resource, row);
    return row;
  });
}

/** Removes a row; it can be brought back for a while. */
export function removeRow(context: ChangeContext, place: RowPlace, by: Writing): Promise<Told> {
  return written(context, place, 'remove', async (trx) => {
    const kept = await lockRow(trx, place);
    if (kept === null) return gone(place);
    if (kept.removed_at !== null) return null;
    await markRemoved(trx, place, by.at);
    return 'gone';
  });
}

/** `work` answers the row as it is now, 'gone', or null where it was so before: then nothing is told. */
async function written(
  context: ChangeContext,
  { resource, server_id, id }: RowPlace,
  write: Write,
  work: (trx: Trx) => Promise<RowOf<KeptName> | 'gone' | null>,
): Promise<Told> {
  const stream = serverStream(server_id, resource);
  const changing = change(context, async (made) => {
    await readKeptServer(made.trx, server_id);
    const row = await work(made.trx);
    if (row === null) {
      const head = await context.publish.position(made.trx, stream);
      return () => head;
    }
    made.audit({
      resource: serverResource(server_id),
      action: `${resource}.${write}`,
      detail: { id },
    });
    if (row === 'gone') return made.tell(stream, 'row:gone', { resource, server_id, id });
    return made.tell(stream, 'row:put', { resource, server_id, row });
  });
  const position = await changing.catch((error: unknown) => {
    if (isReferenceViolation(error, 'resource_rows_server_id_fkey')) throw goneServer();
    throw error;
  });
  return { position: position() };
}

function refuseFull({ resource }: RowPlace, count: number): void {
  const { most, many } = KEPT[resource];
  if (count < most) return;
  throw new HostError('limit-reached', `A server has at most ${most} ${many}: remove some first.`);
}

function gone({ resource }: RowPlace): never {
  throw new HostError('not-found', `There is no such ${KEPT[resource].one}.`);
}
