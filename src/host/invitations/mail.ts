import { AUTH_ROUTES } from '../../domain/routes/routes.ts';
import type { Mail } from '../mail/outbox.ts';

/** The link of an invitation. Its token stands after `#`, which browsers send to nobody. */
export function invitationLink(portal: string, token: string): string {
  return `${portal}${AUTH_ROUTES.signUp.path}#invitation=${token}`;
}

/** Brings somebody the link. */
export function invitationMail(to: string, from: string, address: string): Mail {
  const text = [
    'Hello,',
    `${from} invites you to help with game servers in Muster. Open this link to see what you may do there, and to accept:`,
    address,
    'It works once. If you do not know why you got it, ignore this mail.',
  ].join('\n\n');
  return { to, subject: `${from} invites you to Muster`, text };
}
