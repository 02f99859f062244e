import { verifyAudit, type AuditReport, type PlainRows } from '../host/audit/verify.ts';
import type { Installation } from './installation.ts';
import type { Terminal } from './terminal.ts';

export const AUDIT_HELP = `muster audit verify: checks that no row of the audit was changed or removed

It prints the hash of the newest row. Keep it elsewhere: with it you can tell later whether the end was cut off.
Rows of older versions were hashed without the key of this Muster, and are checked without it.
`;

const REASON = {
  'missing-row': 'is missing',
  'wrong-previous-hash': 'does not follow from the one before it',
  'changed-row': 'was changed',
} as const;

/** Checks the whole audit; answers the exit code. */
export async function auditVerify(
  { db, secrets }: Pick<Installation, 'db' | 'secrets'>,
  terminal: Pick<Terminal, 'say'>,
): Promise<number> {
  const report = await verifyAudit(db, secrets);
  const { rows, head, broken, keyedFrom, plain } = report;
  if (broken !== null) {
    terminal.say(
      `Row ${broken.id} of the audit ${REASON[broken.reason]}; ${rows} rows before it are unchanged.`,
    );
    return 1;
  }
  terminal.say(`The audit is whole: ${rows} rows, the newest with the hash ${head}.`);
  if (keyedFrom === null && rows > 0) {
    terminal.say(
      'No row was hashed with the key of this Muster. Either this version has not run here yet, or its rows were removed.',
    );
  }
  if (plain !== null && keyedFrom !== null) terminal.say(plainSentence(plain, keyedFrom));
  return isSuspicious(report) ? 1 : 0;
}

function isSuspicious({ rows, keyedFrom, plain }: AuditReport): boolean {
  return (keyedFrom === null && rows > 0) || plain?.late === true;
}

function plainSentence({ first, last, count, late }: PlainRows, keyedFrom: number): string {
  const where = first === last ? `Row ${first} has` : `${count} rows from ${first} to ${last} have`;
  const who = late
    ? 'Some are more than a day newer than that. Either an older version ran beside this one for so long, or somebody wrote them straight into the database'
    : 'Either an older version wrote them before it was replaced, or somebody wrote them straight into the database';
  return `${where} no hash with the key, though row ${keyedFrom} before has one. ${who}.`;
}
