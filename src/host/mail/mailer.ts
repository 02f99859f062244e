import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from '../logger.ts';
import { Background } from '../background.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { openText, OUTBOX_AGE_MS } from './outbox.ts';

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
const POLL_MS = 30_000;
const SMTP_TIMEOUT_MS = 20_000;

export interface MailerOptions {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly clock: () => number;
  readonly log: Logger;
  /** Without one, mails wait for the operator. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

/** Sends what is in the outbox. */
export interface Mailer {
  /** Something was put into the outbox: sends it now, and tries again what is due. */
  wake(): void;
  /** Resolves when what is under way is done. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds until the next try after so many failures. */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
}

/**
 * Starts sending. Of several hosts, one sends each mail: its row is locked in the meantime. A mail that the server
 * took just before a crash may be sent again.
 */
export function startMailer(options: MailerOptions): Mailer {
  const { smtpUrl } = options;
  if (smtpUrl === undefined) {
    return { wake: () => undefined, idle: async () => undefined, stop: async () => undefined };
  }
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  );
  const background = new Background(options.log);
  let draining = false;
  let again = false;
  const drain = async () => {
    draining = true;
    try {
      do {
        again = false;
        while (await sendOne(options, transport));
      } while (again);
    } finally {
      draining = false;
    }
  };
  const wake = () => {
    again = true;
    if (!draining) background.run('mail', drain);
  };
  const poll = setInterval(wake, POLL_MS);
  poll.unref();
  return {
    wake,
    idle: () => background.idle(),
    stop: async () => {
      clearInterval(poll);
      await background.idle();
      transport.close();
    },
  };
}

/** Tries the mail that is due longest; answers whether there was one. */
async function sendOne(options: MailerOptions, transport: Transporter): Promise<boolean> {
  const { db, secrets, clock, log } = options;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('next_attempt_at', '<=', clock())
      .where('created_at', '>', clock() - OUTBOX_AGE_MS)
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    try {
      await transport.sendMail({
        to: row.recipient,
        subject: row.subject,
        text: openText(secrets, row),
      });
    } catch (error) {
      await postpone(trx, row, error, clock());
      log.warn({ mail: row.id, attempts: row.attempts + 1 }, 'a mail could not be sent');
      return true;
    }
    await trx
      .updateTable('outbox')
      .set({ sent_at: clock(), sealed_text: null, last_error: null })
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}

async function postpone(
  trx: Trx,
  row: { readonly id: string; readonly attempts: number },
  error: unknown,
  now: number,
): Promise<void> {
  const attempts = row.attempts + 1;
  await trx
    .updateTable('outbox')
    .set({
      attempts,
      next_attempt_at: now + retryDelay(attempts),
      last_error: error instanceof Error ? error.message : String(error),
    })
    .where('id', '=', row.id)
    .execute();
}
