import { AUTH_ROUTES } from '../../domain/routes/routes.ts';
import type { Mail } from '../mail/outbox.ts';

/** The link of an invitation. Its token stands after `#`, which browsers send to nobody. */
export function invitationLink(portal: string, token: string): string {
  return `${portal}${AUTH_ROUTES.signUp.path}#invitation=${token}`;
}

/** What an invitation is for: its first servers by their names, and how many it is for. */
export interface MailedServers {
  readonly names: readonly string[];
  readonly servers: number;
}

/** Brings somebody the link. */
export function invitationMail(
  to: string,
  from: string,
  address: string,
  { names, servers }: MailedServers,
): Mail {
  const more = servers - names.length;
  const text = [
    'Hello,',
    `${from} invites you to help with game servers in Muster:`,
    // Each on a line of its own: a name keeps its own direction of writing.
    [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    'Open this link to see what you may do there, and to accept:',
    address,
    'It works once. If you do not know why you got it, ignore this mail.',
  ].join('\n\n');
  return { to, subject: `${from} invites you to Muster`, text };
}
