/** Bans as lines of a file for another program. */
import { exportedLine, type ExportFormat } from '../export.ts';
import type { BanRow } from './row.ts';

export const BAN_COLUMNS = [
  'name',
  'steam_id',
  'guid',
  'bohemia_id',
  // Masked, so under a name that the import does not take for one to ban.
  'address_shown',
  'reason',
  'description',
  'status',
  'origin',
  'issuer',
  'since',
  'until',
  'id',
] as const;

/** The line of a ban. Times are UTC; of a ban for good `until` is empty. */
export function banLine(format: ExportFormat, ban: BanRow): string {
  const { issuer_name: issuer, address: address_shown, created_at, until, ...rest } = ban;
  const cells = {
    ...rest,
    issuer,
    address_shown,
    since: new Date(created_at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
  return exportedLine(format, BAN_COLUMNS, cells, ban);
}
