import { parseArgs } from 'node:util';
import { createInvitation } from '../host/invitations/of-operator.ts';
import { invitationLink } from '../host/invitations/mail.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const INVITATION_HELP = `muster admin invitation: prints a link with which one person can make an account

  --days NUMBER         how long it works, 1 to 90 (7)
`;

/** Makes an invitation and prints its link. Throws `UsageError`. */
export async function adminInvitation(
  args: readonly string[],
  { db, portal, settings }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: { days: { type: 'string', default: '7' } },
  });
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1 || days > 90) {
    throw new UsageError(`--days takes a whole number from 1 to 90, not ${values.days}.`);
  }
  if (settings.signUp === 'closed') {
    throw new UsageError(
      'Nobody can make an account while MUSTER_SIGNUP is closed. Set it to invitation first.',
    );
  }
  const token = await createInvitation(db, days, now);
  terminal.say(invitationLink(portal, token));
  terminal.say(`It works once, until ${new Date(now + days * 86_400_000).toISOString()}.`);
}
