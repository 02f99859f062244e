/** What a person does with a row: the row, the frame that tells of it and the audit, or nothing of it. */
import { rulesOf } from '../../domain/resources/rules.ts';
import type { AddedOf, EditsOf, Writing } from '../../domain/resources/rule.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import type { Write } from '../../protocol/resources/resource.ts';
import { serverStream } from '../../protocol/streams.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { hasFields, refuseUnseen } from '../calls/seen.ts';
import { goneServer, readKeptServer } from '../calls/server-row.ts';
import { serverResource } from '../access/grants.ts';
import { isReferenceViolation, type Trx } from '../store/database.ts';
import { change } from '../change/change.ts';
import { holdPersons } from '../identity/persons.ts';
import { tellKept, type WriteContext } from '../change/kept-rows.ts';
import { auditOf, type Written } from './audit.ts';
import { knownOf } from './known.ts';
import { admit, followWritten, mostOf } from './keepers.ts';
import { countRows, lockRow, markRemoved, putRow, readRow, type RowPlace } from './rows.ts';

/** The stream has told of it at this position. */
interface Told {
  readonly position: number;
}

type Place<R extends KeptName> = RowPlace & { readonly resource: R };

/** Adds a row. Asked again with the same id, it is the row of before. */
export function addRow<R extends KeptName>(
  context: WriteContext,
  place: Place<R>,
  values: AddedOf<R>,
  by: Writing,
): Promise<Told> {
  return written(context, place, 'add', async (trx) => {
    const count = await countRows(trx, place.resource, place.server_id);
    const kept = await lockRow(trx, place);
    if (kept !== null) return kept.removed_at === null ? null : gone(place);
    await refuseFull(trx, context, place, count);
    const known = await knownOf(place.resource, trx, place.server_id, values);
    const { id, server_id } = place;
    const row = rulesOf(place.resource).add({ id, server_id }, values, known, by);
    await admit(trx, place.resource, row, null, by);
    return (await putRow(trx, place.resource, row)) ? { before: null, after: row } : gone(place);
  });
}

/** Changes a row, where it is as its editor saw it; `was` is absent where that is all the same to them. */
export function editRow<R extends KeptName>(
  context: WriteContext,
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
    const row = rulesOf(place.resource).edit(before, values, by);
    await admit(trx, place.resource, row, before, by);
    await putRow(trx, place.resource, row);
    return { before, after: row };
  });
}

/** Brings back a row that was removed a short while ago. */
export function restoreRow<R extends KeptName>(
  context: WriteContext,
  place: Place<R>,
  by: Writing,
): Promise<Told> {
  return written(context, place, 'restore', async (trx) => {
    const count = await countRows(trx, place.resource, place.server_id);
    const kept = await lockRow(trx, place);
    if (kept === null) return gone(place);
    if (kept.removed_at === null) return null;
    if (by.at - kept.removed_at > RESTORE_MS) return gone(place);
    await refuseFull(trx, context, place, count);
    const held = readRow(place.resource, kept.data) ?? gone(place);
    const row = rulesOf(place.resource).restore?.(held, by) ?? held;
    await admit(trx, place.resource, row, null, by);
    await putRow(trx, place.resource, row);
    return { before: null, after: row };
  });
}

/** Removes a row; it can be brought back for a while. */
export function removeRow(context: WriteContext, place: RowPlace, by: Writing): Promise<Told> {
  return written(context, place, 'remove', async (trx) => {
    const kept = await lockRow(trx, place);
    if (kept === null) return gone(place);
    if (kept.removed_at !== null) return null;
    await markRemoved(trx, place, by.at);
    return { before: readRow(place.resource, kept.data), after: null };
  });
}

/** `work` answers what became of the row, or null where it was so before: then nothing is told. */
async function written<R extends KeptName>(
  context: WriteContext,
  { resource, server_id, id }: Place<R>,
  write: Write,
  work: (trx: Trx) => Promise<Written<RowOf<R>> | null>,
): Promise<Told> {
  const stream = serverStream(server_id, resource);
  const changing = change(context, async (made) => {
    // A join that comes now waits, and then tells this row too.
    await holdPersons(made.trx);
    await readKeptServer(made.trx, server_id);
    const done = await work(made.trx);
    if (done === null) {
      const head = await context.publish.position(made.trx, stream);
      return () => head;
    }
    made.audit({
      resource: serverResource(server_id),
      action: `${resource}.${write}`,
      detail: { id },
      told: auditOf(resource, done),
    });
    await followWritten(made, resource, server_id);
    const { after: row } = done;
    if (row === null) return made.tell(stream, 'row:gone', { resource, server_id, id });
    return tellKept(made, resource, row);
  });
  const position = await changing.catch((error: unknown) => {
    if (isReferenceViolation(error, 'resource_rows_server_id_fkey')) throw goneServer();
    throw error;
  });
  return { position: position() };
}

async function refuseFull(
  trx: Trx,
  context: WriteContext,
  { resource, server_id }: RowPlace,
  count: number,
): Promise<void> {
  const { many } = KEPT[resource];
  const most = await mostOf(trx, context, resource, server_id);
  if (count < most) return;
  throw new HostError('limit-reached', `A server has at most ${most} ${many}. Remove one first.`);
}

function gone({ resource }: RowPlace): never {
  throw noSuch(KEPT[resource].one);
}
