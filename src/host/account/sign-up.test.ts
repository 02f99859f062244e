import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  founder,
  startAccountHost,
  type AccountHost,
} from '../../../tests/support/accounts.ts';
import { TestBrowser } from '../../../tests/support/host.ts';
import { createInvitation } from '../invitations/of-operator.ts';

let host: AccountHost;

beforeEach(async () => {
  host = await startAccountHost();
});

afterEach(() => host.close());

describe('sign-up', () => {
  it('is closed before there is a founding account', async () => {
    const answer = await new TestBrowser(host.app).post('/app/v1/auth/sign-up', {
      ...founder,
      username: 'grace',
    });
    expect(codeOf(answer)).toBe('sign-up-closed');
  });

  it('refuses a username that is taken in another case', async () => {
    await host.found();
    const answer = await new TestBrowser(host.app).post('/app/v1/auth/sign-up', {
      ...founder,
      username: founder.username.toUpperCase(),
    });
    expect(codeOf(answer)).toBe('username-taken');
  });

  it('tells the mailbox alone that an address belongs to somebody', async () => {
    const browser = await host.found();
    await browser.post('/app/v1/auth/verify', { token: await host.tokenFor(founder.email) });
    await host.signUp('squatter', founder.email);
    const newest = (await host.mails()).at(-1);
    expect(newest).toMatchObject({ to: founder.email, subject: 'You already have an account' });
    expect(newest?.text).not.toContain('#token=');
    expect((await host.signIn(founder.email, founder.password)).statusCode).toBe(200);
  });

  it('takes an invitation once, and keeps it where the name was taken', async () => {
    await host.close();
    host = await startAccountHost({ signUp: 'invitation' });
    await host.found();
    const invitation = await createInvitation(host.deps.db, 7, host.deps.clock());
    const join = (username: string, code?: string) =>
      new TestBrowser(host.app).post('/app/v1/auth/sign-up', {
        ...founder,
        username,
        ...(code === undefined ? {} : { invitation: code }),
      });
    expect(codeOf(await join('grace'))).toBe('invitation-invalid');
    expect(codeOf(await join('grace', 'not-an-invitation'))).toBe('invitation-invalid');
    expect(codeOf(await join(founder.username, invitation))).toBe('username-taken');
    expect((await join('grace', invitation)).statusCode).toBe(200);
    expect(codeOf(await join('hedy', invitation))).toBe('invitation-invalid');
  });
});
