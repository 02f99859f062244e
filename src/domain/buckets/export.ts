/** Entries as lines of a file. */
import { BUCKET_LIMIT, isFilterBucket, type BucketType } from '../../protocol/buckets/limits.ts';
import { exportedLine, type ExportFormat } from '../export.ts';
import type { BucketEntryRow } from './row.ts';

export const ENTRY_COLUMNS = [
  'steam_id',
  'guid',
  'bohemia_id',
  'name',
  'term',
  'term_kind',
  'action',
  'message',
  'minutes',
  'comment',
  'until',
  'issuer',
  'since',
] as const;

/** The line of an entry. Times are UTC; of one for ever `until` is empty. */
export function entryLine(format: ExportFormat, entry: BucketEntryRow): string {
  const { issuer_name: issuer, created_at, until, minutes, ...rest } = entry;
  const cells = {
    ...rest,
    issuer,
    minutes: minutes === null ? null : String(minutes),
    since: new Date(created_at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
  return exportedLine(format, ENTRY_COLUMNS, cells, entry);
}

/** Names are shorter, in characters; so are all cells but texts together, with what is between them. */
const NAME_MOST = 256;
const REST_MOST = 400;

function textMost(isFilter: boolean): number {
  const { term, message, comment } = BUCKET_LIMIT;
  return comment + NAME_MOST + (isFilter ? term + message : NAME_MOST);
}

/** No line of people is longer, in characters: each quote in a text is doubled. */
export const PERSON_LINE_MAX = 2 * textMost(false) + REST_MOST;

/** No file that a bucket of this type is saved as is larger, in bytes: a character has at most three, and a pair of them four. */
export function largestFile(type: BucketType): number {
  const isFilter = isFilterBucket(type);
  const lines = 1 + (isFilter ? BUCKET_LIMIT.filters : BUCKET_LIMIT.entries);
  return lines * (3 * textMost(isFilter) + REST_MOST);
}
