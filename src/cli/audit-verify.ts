import { verifyAudit } from '../host/audit/verify.ts';
import type { Installation } from './installation.ts';
import type { Terminal } from './terminal.ts';

export const AUDIT_HELP = `muster audit verify: checks that no row of the audit was changed or removed

It prints the hash of the newest row: kept elsewhere, it also shows later whether the end was cut off.
`;

const REASON = {
  'missing-row': 'is missing',
  'wrong-previous-hash': 'does not follow from the one before it',
  'changed-row': 'was changed',
} as const;

/** Checks the whole audit; answers the exit code. */
export async function auditVerify({ db }: Installation, terminal: Terminal): Promise<number> {
  const { rows, head, broken } = await verifyAudit(db);
  if (broken !== null) {
    terminal.say(
      `Row ${broken.id} of the audit ${REASON[broken.reason]}; ${rows} rows before it are good.`,
    );
    return 1;
  }
  terminal.say(`The audit is whole: ${rows} rows, the newest with the hash ${head}.`);
  return 0;
}
