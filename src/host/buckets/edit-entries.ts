/** Entries get another comment or another end, many at once, and what they had. */
import { changesOf } from '../../domain/buckets/changes.ts';
import { needsComment } from '../../domain/buckets/rules.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { hasFields, refuseUnseen } from '../calls/seen.ts';
import type { Change } from '../change/change.ts';
import { tellPaged } from '../change/told-paged.ts';
import { replacePagedRow } from '../store/paged/rows.ts';
import { inBucket, refusedEntry, standing } from './entries.ts';
import { endOf } from './meant.ts';
import { readEntries } from './store.ts';

/** `POST bucket/:id/entries/edit`. */
export const bucketEntriesEdit: Handler<'bucketEntriesEdit'> = async (
  { params, body },
  context,
) => {
  const { bucket_id: id } = params;
  const { ids, comment, minutes, was } = body;
  let undo: Undo = { changed_at: context.now, entries: [] };
  const changed = await inBucket(context, id, null, async (made, { type }) => {
    const { trx, now } = made;
    if (comment === '' && needsComment(type)) throw refusedEntry('note-needed', '');
    const parts = {
      ...(comment !== undefined && { comment }),
      ...(minutes !== undefined && { until: endOf(minutes, now) }),
    };
    const names = Object.keys(parts) as (keyof typeof parts)[];
    const before = await readEntries(trx, id, ids);
    const latest = Math.max(0, ...before.map(({ changed_at }) => changed_at));
    if (was !== undefined && latest > was.changed_at) refuseUnseen({ changed_at: latest }, was);
    const others = before.filter((row) => names.some((name) => row[name] !== parts[name]));
    undo = {
      changed_at: now,
      entries: others.map(({ id: entry, comment: said, until }) => ({
        id: entry,
        comment: said,
        until,
      })),
    };
    const rows = others.map((row): BucketEntryRow => ({ ...row, ...parts, changed_at: now }));
    await replaceEntries(made, rows, others);
    return { verb: 'edit', rows, changes: changesOf(others, rows) };
  });
  return { ...(await standing(context, id)), changed, undo };
};

type Undo = Answer<'bucketEntriesEdit'>['undo'];

/** `POST bucket/:id/entries/unedit`: of those that nobody has changed since. */
export const bucketEntriesUnedit: Handler<'bucketEntriesUnedit'> = async (
  { params, body },
  context,
) => {
  const { bucket_id: id } = params;
  const changed = await inBucket(context, id, null, async (made, { type }) => {
    const former = new Map(body.entries.map(({ id: entry, ...parts }) => [entry, parts]));
    refuseTooLong(body.entries, made.now);
    const empty = body.entries.some(({ comment }) => comment === '');
    if (empty && needsComment(type)) throw refusedEntry('note-needed', '');
    const before = await readEntries(made.trx, id, [...former.keys()]);
    const same = before.filter(({ changed_at }) => changed_at === body.changed_at);
    const others = same.filter((row) => !hasFields(row, former.get(row.id) ?? {}));
    const rows = others.map((row): BucketEntryRow => ({
      ...row,
      ...former.get(row.id),
      changed_at: made.now,
    }));
    await replaceEntries(made, rows, others);
    return { verb: 'edit', rows, changes: changesOf(others, rows) };
  });
  return { ...(await standing(context, id)), changed };
};

/** Clocks of hosts are apart by less, ms. */
const CLOCKS_APART = 3_600_000;

/** Nothing that was ever changed ends later than what is changed now may. */
function refuseTooLong(entries: readonly { readonly until: number | null }[], now: number): void {
  const latest = (endOf(BAN_LIMIT.minutes, now) ?? now) + CLOCKS_APART;
  const at = entries.findIndex(({ until }) => until !== null && until > latest);
  if (at === -1) return;
  throw new HostError('invalid-request', 'An entry that ends lasts two years at most.', {
    fields: { [`entries.${at}.until`]: 'too_big' },
  });
}

/** In place of what they were. */
async function replaceEntries(
  made: Change,
  rows: readonly BucketEntryRow[],
  before: readonly BucketEntryRow[],
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    await replacePagedRow(made.trx, 'bucketEntries', row);
    await tellPaged(made, 'bucketEntries', row, before[at] ?? row);
  }
}
