import { AUTH_ROUTES } from '../../domain/routes/routes.ts';
import type { Mail } from '../mail/outbox.ts';

/** Tokens stand after `#`, which browsers send to nobody: no log and no referrer ever has them. */
function link(portal: string, path: string, name: string, token: string): string {
  return `${portal}${path}#${name}=${token}`;
}

interface Addressee {
  readonly username: string;
  readonly email: string;
}

/** A mail that asks somebody to open a link. */
function linkMail(
  { username, email }: Addressee,
  subject: string,
  [before, address, after]: readonly [before: string, address: string, after: string],
): Mail {
  return { to: email, subject, text: [`Hello ${username},`, before, address, after].join('\n\n') };
}

/** Asks to verify an address. */
export function verificationMail(portal: string, account: Addressee, token: string): Mail {
  return linkMail(account, 'Verify your e-mail address', [
    'this link verifies your e-mail address for Muster, for three days:',
    link(portal, AUTH_ROUTES.verify.path, 'token', token),
    'If you have no account there, ignore this mail.',
  ]);
}

/** Tells somebody who has a verified account that their address was used for another one. */
export function addressInUseMail(portal: string, email: string, owner: string): Mail {
  return {
    to: email,
    subject: 'You already have an account',
    text: [
      `Hello ${owner},`,
      '',
      `somebody tried to use this address for another account at ${portal}. It stays with your account ${owner}.`,
      'If it was you: sign in with that name, or choose "Forgotten password" there.',
    ].join('\n'),
  };
}

/** Lets somebody set a new password. */
export function resetMail(portal: string, account: Addressee, token: string): Mail {
  return linkMail(account, 'Set a new password', [
    'this link sets a new password for your account. It works once, for an hour:',
    link(portal, AUTH_ROUTES.reset.path, 'token', token),
    'If you did not ask for it, ignore this mail: your password stays as it is.',
  ]);
}

/** Tells that the password was changed. */
export function passwordChangedMail(portal: string, account: Addressee): Mail {
  return {
    to: account.email,
    subject: 'Your password was changed',
    text: [
      `Hello ${account.username},`,
      '',
      `the password of your account at ${portal} was changed, and every other session was ended.`,
      'If it was not you, choose "Forgotten password" there at once.',
    ].join('\n'),
  };
}
