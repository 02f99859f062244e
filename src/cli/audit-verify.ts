import { verifyAudit, type AuditReport, type PlainRows } from '../host/audit/verify.ts';
import type { Installation } from './installation.ts';
import type { Terminal } from './terminal.ts';

export const AUDIT_HELP = `muster audit verify: checks that no row of the audit was changed or removed

It prints the hash of the newest row: kept elsewhere, it also shows later whether the end was cut off. Rows have
hashes with the host's key since the version that began with it; those before are checked without.
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
      `Row ${broken.id} of the audit ${REASON[broken.reason]}; ${rows} rows before it are good.`,
    );
    return 1;
  }
  terminal.say(`The audit is whole: ${rows} rows, the newest with the hash ${head}.`);
  if (keyedFrom === null && rows > 0) {
    terminal.say(
      'No row has a hash with the key: no host of this version has run here yet, or what it wrote was taken away.',
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
    ? 'some come more than a day after that: an older host ran on beside it for so long, or somebody wrote them who has the database alone'
    : 'an older host wrote them that was replaced then, or somebody who has the database alone';
  return `${where} a hash without the key, after row ${keyedFrom} began with it: ${who}.`;
}
