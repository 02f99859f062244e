import { waitingMails } from '../host/mail/outbox.ts';
import type { Installation } from './installation.ts';
import type { Terminal } from './terminal.ts';

export const OUTBOX_HELP = `muster admin outbox: prints the mails that wait, with their links

Without SMTP_URL no mail is sent: they wait here, and you pass the links on yourself.
`;

/** Prints every mail that waits, oldest first. */
export async function adminOutbox(
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const mails = await waitingMails(db, secrets, now);
  if (mails.length === 0) terminal.say('No mail is waiting.');
  for (const mail of mails) {
    terminal.say(`To: ${mail.to}`);
    terminal.say(`Date: ${new Date(mail.createdAt).toISOString()}`);
    terminal.say(`Subject: ${mail.subject}`);
    if (mail.lastError !== null) {
      terminal.say(`Not sent after ${mail.attempts} attempts: ${mail.lastError}`);
    }
    terminal.say(`\n${mail.text}\n`);
  }
}
