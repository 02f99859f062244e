import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accountDepsOf,
  codeOf,
  createTestAccount,
  founder,
  mailsOf,
} from '../../../tests/support/accounts.ts';
import { createTestApp, TestBrowser } from '../../../tests/support/host.ts';
import {
  type Inviting,
  INVITING_CALLS,
  KICKING,
  type Person,
  startInviting,
} from '../../../tests/support/inviting.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { grant, hostPermissions, revoke, serverResource } from '../access/grants.ts';
import { createInvitation } from './of-operator.ts';

let host: Awaited<ReturnType<typeof startInviting>>;
let on: Inviting;

beforeAll(async () => {
  host = await startInviting();
});

afterAll(() => host.close());

beforeEach(async () => {
  on = await host.on();
});

describe('a link', () => {
  it('says what it brings, and is then for whoever takes it first', async () => {
    await on.test.deps.db
      .updateTable('servers')
      .set({ name: 'Чернарус الخادم' })
      .where('id', '=', on.servers[0])
      .execute();
    const token = await on.link();
    const shown = await new TestBrowser(on.app).post('/app/v1/auth/invite', { token });
    expect(CALLS.inviteShow.answer.parse(shown.json())).toMatchObject({
      servers: 2,
      names: ['Чернарус الخادم', 'Chernarus'],
      permissions: KICKING,
    });
    const claim = (person: Person) => person.browser.post('/app/v1/invites/claim', { token });
    const claimed = CALLS.inviteClaim.answer.parse((await claim(on.guest)).json());
    const late = await on.person();
    expect(codeOf(await claim(late))).toBe('invitation-invalid');
    expect(codeOf(await claim(on.owner))).toBe('invitation-invalid');
    await on.answerTo(on.guest, claimed.invite_id, true);
    expect(await on.held(on.guest, on.servers[1])).toEqual(KICKING);
    expect(codeOf(await claim(on.guest))).toBe('invitation-invalid');
  });

  it('is kept as a hash alone', async () => {
    const token = await on.link();
    const rows = await on.test.deps.db.selectFrom('invitations').selectAll().execute();
    const facts = JSON.stringify([rows, on.test.publish.facts, on.test.logged]);
    expect(facts).not.toContain(token);
  });

  it('is not said to be mailed where no mail is sent', async () => {
    const made = await on.invite({ identifier: null, email: 'tom@example.org' });
    expect(made.mailed).toBe(false);
    expect(made.link).toContain('#invitation=');
    expect((await mailsOf(on.test.deps)).filter(({ to }) => to === 'tom@example.org')).toEqual([]);
  });
});

describe('a link, where mail goes out', () => {
  it('is mailed to whom it is for, with the name of who invites and the link alone', async () => {
    const { deps } = accountDepsOf(host.test);
    const settings = { ...deps.settings, smtpUrl: 'smtp://127.0.0.1:9' };
    let woken = 0;
    const wakeMailer = () => void (woken += 1);
    const mailing = await createTestApp(
      { ...deps, settings, wakeMailer, metrics: new Registry() },
      INVITING_CALLS,
    );
    const browser = new TestBrowser(mailing);
    for (const [name, value] of on.owner.browser.cookies) browser.cookies.set(name, value);
    const to = 'grace.mailed@example.org';
    const mails = async () => (await mailsOf(deps)).filter((mail) => mail.to === to);
    const made = await on.invite({ identifier: null, email: to }, browser);
    expect(made.mailed).toBe(true);
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/^person\d+ invites you to Muster$/);
    expect(mail?.text).toContain(made.link);
    expect(woken).toBe(1);
    // Whoever has an account here is asked in the portal.
    const known = await on.invite({ email: to }, browser);
    expect([known.mailed, known.link]).toEqual([false, null]);
    expect(await mails()).toHaveLength(1);
    await mailing.close();
  });
});

describe('signing up by a link, where one needs one', () => {
  let closed: FastifyInstance;
  let joined = 0;

  beforeAll(async () => {
    const { deps } = accountDepsOf(host.test);
    const settings = { ...deps.settings, signUp: 'invitation' as const };
    closed = await createTestApp({ ...deps, settings, metrics: new Registry() }, INVITING_CALLS);
    await new TestBrowser(closed).post('/app/v1/auth/found', founder);
  });

  afterAll(() => closed.close());

  async function join(invitation: string) {
    joined += 1;
    const browser = new TestBrowser(closed);
    const username = `joined${joined}`;
    const body = { ...founder, email: `${username}@example.org`, username, invitation };
    const answer = await browser.post('/app/v1/auth/sign-up', body);
    if (answer.statusCode !== 200) return { browser, id: '', may: codeOf(answer), answer };
    const { id } = await on.test.deps.db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    return { browser, id, may: await hostPermissions(on.test.deps.db, id), answer };
  }

  const MANAGING: readonly ServerPermission[] = ['server.view', 'server.personnel'];

  it('lets somebody have servers of their own who comes by the operator alone', async () => {
    const { db, clock } = on.test.deps;
    const operator = await createTestAccount(on.app, accountDepsOf(on.test).deps, ['host.operate']);
    for (const server of on.servers) {
      await grant(db, operator.id, serverResource(server), MANAGING, on.owner.id, clock());
    }
    const first = await join(await on.link({ permissions: MANAGING }, operator.browser));
    expect(first.may).toEqual(['host.server.create']);
    const second = await join(await on.link({ permissions: MANAGING }, first.browser));
    expect(second.may).toEqual([]);
    expect(await on.held(second, on.servers[1])).toEqual(MANAGING);
    const third = await join(await createInvitation(db, 7, clock()));
    expect(third.may).toEqual(['host.server.create']);
  });

  it('works no more where whoever made the link brings nobody in any more', async () => {
    const { db, clock } = on.test.deps;
    const manager = await on.person();
    for (const server of on.servers) {
      await grant(db, manager.id, serverResource(server), MANAGING, on.owner.id, clock());
    }
    const token = await on.link({ permissions: ['server.view'] }, manager.browser);
    const partly = await on.link({ permissions: ['server.view'] }, manager.browser);
    const lose = (server: string) =>
      db.transaction().execute(async (trx) => {
        await revoke(trx, manager.id, serverResource(server), ['server.personnel']);
      });
    await lose(on.servers[0]);
    const late = await join(partly);
    expect(late.answer.json()).toMatchObject({ next: '/people' });
    expect(await on.rowsOf(late)).toMatchObject([{ given: 1, refused: ['permission-denied'] }]);
    await lose(on.servers[1]);
    expect((await join(token)).may).toBe('invitation-invalid');
  });
});
