import type { AccountRow } from '../rows.ts';

/** Whether an account is of staff, by what it knows of itself. */
export function isStaff(account: Pick<AccountRow, 'progression'> | undefined): boolean {
  return account?.progression?.titles.includes('staff') ?? false;
}
