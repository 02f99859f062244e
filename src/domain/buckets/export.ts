/** Entries as lines of a file. */
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
