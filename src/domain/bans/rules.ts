/** What somebody may do with a ban: the host refuses by it, and a form shows the same before. */
import type { BanListPermission } from '../../protocol/permissions.ts';
import type { BanRow } from './row.ts';

/** What lets somebody make a ban that ends, or one that does not. */
export function neededToAdd(until: number | null): BanListPermission {
  return until === null ? 'banlist.add-permanent' : 'banlist.add-temporary';
}

/** Whether somebody may end a ban: any, or those that they have made. */
export function mayRemove(
  held: readonly string[],
  { issuer_id }: Pick<BanRow, 'issuer_id'>,
  accountId: string,
): boolean {
  if (held.includes('banlist.remove')) return true;
  return issuer_id === accountId && held.includes('banlist.remove-own');
}

/** Whether somebody may change a ban into one that ends then, or never: what they could end and make anew. */
export function mayEdit(
  held: readonly string[],
  ban: Pick<BanRow, 'issuer_id'>,
  until: number | null,
  accountId: string,
): boolean {
  return mayRemove(held, ban, accountId) && held.includes(neededToAdd(until));
}
