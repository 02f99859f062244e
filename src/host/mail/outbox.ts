import type { Database, Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import type { Secrets } from '../store/secrets/secrets.ts';

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail that waits, opened for the operator or for sending. */
export interface WaitingMail extends Mail {
  readonly id: string;
  readonly createdAt: number;
  readonly attempts: number;
  readonly lastError: string | null;
}

const DAY_MS = 86_400_000;
/** A mail that could not be sent for so long is of no use any more. */
export const OUTBOX_AGE_MS = 3 * DAY_MS;

/** Puts a mail into the outbox, in the transaction of what it tells of. */
export async function queueMail(
  trx: Trx,
  secrets: Secrets,
  mail: Mail,
  now: number,
): Promise<void> {
  const id = newId(now);
  await trx
    .insertInto('outbox')
    .values({
      id,
      recipient: mail.to,
      subject: mail.subject,
      sealed_text: secrets.seal(mail.text, textContext(id)),
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
    })
    .execute();
}

/** The mails that wait, oldest first. */
export async function waitingMails(
  db: Database,
  secrets: Secrets,
  now: number,
): Promise<readonly WaitingMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('created_at', '>', now - OUTBOX_AGE_MS)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: openText(secrets, row),
    createdAt: row.created_at,
    attempts: row.attempts,
    lastError: row.last_error,
  }));
}

/** Forgets mails that were sent, and those that waited too long. */
export async function sweepOutbox(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((row) =>
      row.or([row('created_at', '<', now - OUTBOX_AGE_MS), row('sent_at', '<', now - DAY_MS)]),
    )
    .execute();
}

/** The text of a mail that was not sent yet. */
export function openText(
  secrets: Secrets,
  row: { readonly id: string; readonly sealed_text: Buffer | null },
): string {
  if (row.sealed_text === null) throw new TypeError(`The mail ${row.id} has no text any more.`);
  return secrets.open(row.sealed_text, textContext(row.id));
}

function textContext(id: string): string {
  return `outbox/${id}/text`;
}
