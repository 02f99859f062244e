/** The audit as lines of a file for another program: each entry as a person reads it, beside the names that it is kept by. */
import { exportedLine, type ExportFormat } from '../export.ts';
import type { AuditRow } from './row.ts';

export const AUDIT_COLUMNS = [
  'time',
  'server_id',
  'who',
  'who_id',
  'through',
  'session',
  'group',
  'action',
  'says',
  'target',
  'target_id',
  'text',
  'changed',
  'detail',
  'address',
] as const;

/** What an entry says in words. */
export interface AuditWords {
  /** What was done, to whom, and how it ended. */
  readonly says: string;
  /** A line for each thing that was changed. */
  readonly changed: readonly string[];
}

/** The line of an entry. Times are UTC. */
export function auditLine(format: ExportFormat, row: AuditRow, words: AuditWords): string {
  const time = new Date(row.at).toISOString();
  const cells = {
    time,
    server_id: row.server_id,
    who: row.actor_name,
    who_id: row.actor_id,
    through: throughOf(row),
    session: textOf(row.detail['session']),
    group: row.group?.identifier ?? '',
    action: row.action,
    says: words.says,
    target: row.target_name ?? '',
    target_id: row.target_id ?? '',
    text: row.text ?? '',
    changed: words.changed.join('\n'),
    detail: JSON.stringify(row.detail),
    address: row.address ?? '',
  };
  return exportedLine(format, AUDIT_COLUMNS, cells, { time, ...row, ...words });
}

/** The role that let them, as it was called; `support` where the owner let staff act. */
function throughOf({ through, detail }: AuditRow): string {
  return through === undefined ? textOf(detail['through']) : `${through.name}, ${through.group}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
