import type { FastifyInstance } from 'fastify';
import type { LightMyRequestResponse } from 'fastify';
import { createAccount } from '../../src/host/account/accounts.ts';
import { change } from '../../src/host/change/change.ts';
import { accountCalls } from '../../src/host/account/calls.ts';
import { sessionCalls } from '../../src/host/session/calls.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { problem } from '../../src/protocol/problem.ts';
import { statusAnswer } from '../../src/protocol/session/fields.ts';
import type { AccountDeps } from '../../src/host/account/deps.ts';
import type { PasswordHashing } from '../../src/host/account/hashing.ts';
import type { OfferedDemo } from '../../src/host/demo/offered-demo.ts';
import { Background } from '../../src/host/background.ts';
import { waitingMails, type WaitingMail } from '../../src/host/mail/outbox.ts';
import type { AppDeps } from '../../src/host/http/app.ts';
import type { HostDeps, HttpSettings } from '../../src/host/calls/deps.ts';
import { createServer } from '../../src/host/servers/add.ts';
import { cookieNames } from '../../src/host/identity/cookies.ts';
import { startSession } from '../../src/host/identity/sessions.ts';
import { hashToken } from '../../src/host/store/ids.ts';
import type { HostPermission } from '../../src/protocol/permissions.ts';
import { createTestApp, createTestDeps, TestBrowser, type TestDeps } from './host.ts';

/** The body of a founding that is right. */
export const founder = {
  username: 'ada',
  display_name: 'Ada1815',
  email: 'ada@example.org',
  password: 'canary-correct-horse',
};

/** A hashing that is fast, and counts how often a password was checked. */
export class CountingHashing implements PasswordHashing {
  verified = 0;

  async hash(password: string): Promise<string> {
    return hashToken(password).toString('hex');
  }
  async verify(stored: string | null, password: string): Promise<boolean> {
    this.verified += 1;
    return stored === (await this.hash(password));
  }
}

/** What the account features need, over the dependencies of a test. */
export function accountDepsOf(
  test: Pick<TestDeps, 'deps'>,
  offeredDemo: OfferedDemo | null = null,
): {
  readonly deps: AccountDeps & AppDeps;
  readonly hashing: CountingHashing;
} {
  const hashing = new CountingHashing();
  const background = new Background(test.deps.log);
  return {
    deps: { ...test.deps, hashing, background, wakeMailer: () => undefined, offeredDemo },
    hashing,
  };
}

/** The mails that wait, oldest first. */
export async function mailsOf(deps: HostDeps): Promise<readonly WaitingMail[]> {
  return waitingMails(deps.db, deps.secrets, deps.clock());
}

let accounts = 0;

/** An account that is signed in, made without the calls: `app` needs the session's routes alone. */
export async function createTestAccount(
  app: FastifyInstance,
  deps: HostDeps,
  capabilities: readonly HostPermission[] = [],
  address = '127.0.0.1',
): Promise<{ readonly id: string; readonly browser: TestBrowser }> {
  accounts += 1;
  const name = `person${accounts}`;
  const now = deps.clock();
  const { id, token } = await change(
    { db: deps.db, secrets: deps.secrets, publish: deps.publish, now },
    async (made) => {
      const account = await createAccount(made, {
        username: name,
        displayName: name,
        email: `${name}@example.org`,
        passwordHash: 'none',
        plan: 'community',
        titles: [],
        capabilities,
        by: 'terminal',
      });
      const origin = { address: '127.0.0.1', userAgent: 'test' };
      const session = await startSession(made.trx, account, origin, deps.settings.sessionDays, now);
      return { id: account, token: session.token };
    },
  );
  const browser = new TestBrowser(app, address);
  browser.cookies.set(cookieNames(deps.settings).session, token);
  return { id, browser };
}

/** A server that an account has added, made without the calls. */
export function createTestServer(
  deps: HostDeps,
  account: string,
  given: Partial<Parameters<typeof createServer>[2]> = {},
): Promise<string> {
  const owner = { id: account, displayName: 'Owner' };
  const server = {
    identifier: 'Chernarus',
    timezone: 'UTC',
    game: GAME.DAYZ,
    host: `${account}.example.org`,
    private_address: false,
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    rcon_password: 'a password',
    ...given,
  };
  return createServer(deps, owner, server, deps.clock());
}

/** The code of an answer that is a problem; fails for any other. */
export function codeOf(answer: Pick<LightMyRequestResponse, 'json'>): ErrorCode {
  return problem.parse(answer.json()).code;
}

/** A host in memory with the calls of session and account, and what their tests do with it. */
export interface AccountHost {
  readonly test: TestDeps;
  readonly deps: AccountDeps;
  readonly hashing: CountingHashing;
  readonly app: FastifyInstance;
  /** Makes the founding account, and answers the browser that is signed in to it. */
  found(): Promise<TestBrowser>;
  signUp(username: string, email: string): Promise<TestBrowser>;
  signIn(
    identifier: string,
    password: string,
    browser?: TestBrowser,
  ): Promise<LightMyRequestResponse>;
  /** The login state that a browser is told. */
  login(browser: TestBrowser): Promise<string>;
  mails(): Promise<readonly WaitingMail[]>;
  /** The token at the end of the newest mail to an address. */
  tokenFor(email: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts one over an empty database. */
export async function startAccountHost(
  settings: Partial<HttpSettings> = {},
  offeredDemo: OfferedDemo | null = null,
): Promise<AccountHost> {
  const test = await createTestDeps(settings);
  const { deps, hashing } = accountDepsOf(test, offeredDemo);
  const app = await createTestApp(deps, { ...sessionCalls, ...accountCalls });
  return {
    test,
    deps,
    hashing,
    app,
    async found() {
      const browser = new TestBrowser(app);
      const answer = await browser.post('/app/v1/auth/found', founder);
      if (answer.statusCode !== 200) throw new Error(`Founding failed: ${answer.body}`);
      return browser;
    },
    async signUp(username, email) {
      const browser = new TestBrowser(app);
      const body = { username, display_name: 'Somebody', email, password: 'another password' };
      const answer = await browser.post('/app/v1/auth/sign-up', body);
      if (answer.statusCode !== 200) throw new Error(`Signing up failed: ${answer.body}`);
      return browser;
    },
    signIn: (identifier, password, browser = new TestBrowser(app)) =>
      browser.post('/app/v1/auth/sign-in', { identifier, password }),
    async login(browser) {
      const answer = await browser.get('/app/v1/@me/status');
      return statusAnswer.parse(answer.json()).state.login;
    },
    mails: () => mailsOf(deps),
    async tokenFor(email) {
      await deps.background.idle();
      const mail = (await mailsOf(deps)).findLast(({ to }) => to === email);
      const token = /#(?:token|invitation)=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`No mail with a link went to ${email}.`);
      test.advance(1);
      return token;
    },
    async close() {
      await deps.background.idle();
      await app.close();
      await test.close();
    },
  };
}
