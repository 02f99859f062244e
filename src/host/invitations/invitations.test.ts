import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accountDepsOf,
  codeOf,
  createTestAccount,
  createTestServer,
  mailsOf,
} from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { CALLS } from '../../protocol/calls.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { accountCalls } from '../account/calls.ts';
import { grant, revoke, serverPermissions, serverResource } from '../access/grants.ts';
import { personnelSet } from '../personnel/personnel-set.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { sessionCalls } from '../session/calls.ts';
import { inviteAnswer, inviteClaim, inviteRevoke, inviteShow } from './answer.ts';
import { inviteCreate } from './create.ts';
import { INVITE_ROWS } from './rows.ts';

type Person = Awaited<ReturnType<typeof createTestAccount>>;

const KICKING = ['server.view', 'server.action.kick'] as const;
const DAY_MS = 86_400_000;

let test: TestDeps;
let app: FastifyInstance;
let owner: Person;
let guest: Person;
let servers: readonly string[];

const calls = {
  ...sessionCalls,
  ...accountCalls,
  personnelSet,
  inviteCreate,
  inviteAnswer,
  inviteRevoke,
  inviteClaim,
  inviteShow,
  ...toldCalls({ invites: INVITE_ROWS }),
};

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(accountDepsOf(test).deps, calls);
});

afterAll(async () => {
  await app.close();
  await test.close();
});

beforeEach(async () => {
  const { deps } = accountDepsOf(test);
  owner = await createTestAccount(app, deps);
  guest = await createTestAccount(app, deps);
  const add = (n: number) => createTestServer(deps, owner.id, { host: `${n}.${owner.id}.example` });
  servers = [await add(1), await add(2)];
});

const held = (person: Person, server: string) => serverPermissions(test.deps.db, person.id, server);

async function invite(given: object = {}) {
  const body = { server_ids: servers, permissions: KICKING, identifier: guest.id, email: null };
  const answer = await owner.browser.post('/app/v1/invites/create', { ...body, ...given });
  if (answer.statusCode !== 200) throw new Error(codeOf(answer));
  return CALLS.inviteCreate.answer.parse(answer.json());
}

async function link(given: object = {}): Promise<string> {
  const made = await invite({ identifier: null, ...given });
  return /#invitation=(.+)$/.exec(made.link ?? '')?.[1] ?? '';
}

const answerTo = (person: Person, id: string | null, accept: boolean) =>
  person.browser.post(`/app/v1/invites/${id}/answer`, { accept });

async function rowsOf(person: Person) {
  const answer = await person.browser.get('/app/v1/@me/invites');
  return CALLS.invitesPage.answer.parse(answer.json()).rows;
}

describe('an invitation for an account', () => {
  it('gives nothing before it is accepted, and then what it says on each server', async () => {
    const made = await invite();
    expect(made).toMatchObject({ link: null, mailed: false });
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['invited', 'invited']);
    expect(await held(guest, servers[0]!)).toEqual([]);
    for (const person of [owner, guest]) {
      expect(await rowsOf(person)).toMatchObject([
        { id: made.invite_id, from_id: owner.id, to_id: guest.id, servers: 2, state: 'pending' },
      ]);
    }
    expect((await answerTo(guest, made.invite_id, true)).statusCode).toBe(200);
    for (const server of servers) expect(await held(guest, server)).toEqual(KICKING);
    expect(await rowsOf(owner)).toMatchObject([{ state: 'accepted' }]);
    expect(codeOf(await answerTo(guest, made.invite_id, true))).toBe('invitation-invalid');
  });

  it('gives nothing where it is declined, taken back, or too old', async () => {
    const declined = await invite();
    expect((await answerTo(guest, declined.invite_id, false)).statusCode).toBe(200);
    expect(await rowsOf(owner)).toMatchObject([{ state: 'declined' }]);
    const revoked = await invite();
    const revoke = await owner.browser.post(`/app/v1/invites/${revoked.invite_id}/revoke`, {});
    expect(revoke.statusCode).toBe(200);
    expect(codeOf(await answerTo(guest, revoked.invite_id, true))).toBe('not-found');
    const old = await invite({ days: 1 });
    test.advance(DAY_MS);
    expect(codeOf(await answerTo(guest, old.invite_id, true))).toBe('invitation-invalid');
    expect(await held(guest, servers[0]!)).toEqual([]);
  });

  it('is answered by whoever it is for alone, and taken back by whoever made it', async () => {
    const { invite_id: id } = await invite();
    const stranger = await createTestAccount(app, accountDepsOf(test).deps);
    expect(codeOf(await answerTo(stranger, id, true))).toBe('not-found');
    expect(codeOf(await answerTo(owner, id, true))).toBe('not-found');
    const revoked = await guest.browser.post(`/app/v1/invites/${id}/revoke`, {});
    expect(codeOf(revoked)).toBe('not-found');
    expect(await rowsOf(stranger)).toEqual([]);
  });

  it('gives what whoever made it may still give', async () => {
    const { db, clock } = test.deps;
    const manager = await createTestAccount(app, accountDepsOf(test).deps);
    const rights: readonly ServerPermission[] = [...KICKING, 'server.personnel'];
    for (const server of servers) {
      await grant(db, manager.id, serverResource(server), rights, owner.id, clock());
    }
    const body = { server_ids: servers, permissions: KICKING, identifier: guest.id, email: null };
    const made = await manager.browser.post('/app/v1/invites/create', body);
    const { invite_id: id } = CALLS.inviteCreate.answer.parse(made.json());
    await db.transaction().execute(async (trx) => {
      await revoke(trx, manager.id, serverResource(servers[0]!), ['server.personnel']);
    });
    await answerTo(guest, id, true);
    expect([await held(guest, servers[0]!), await held(guest, servers[1]!)]).toEqual([[], KICKING]);
  });
});

describe('rights for somebody', () => {
  it('are more at once where they have some, and an invitation elsewhere', async () => {
    const { db, clock } = test.deps;
    await grant(db, guest.id, serverResource(servers[0]!), ['server.view'], owner.id, clock());
    const made = await invite();
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['given', 'invited']);
    // So that whoever gave can take it back.
    expect(made.muster_id).toBe(guest.id);
    expect(made.results.map((one) => one.held)).toEqual([['server.view'], []]);
    expect(await held(guest, servers[0]!)).toEqual(KICKING);
    expect(await held(guest, servers[1]!)).toEqual([]);
    await answerTo(guest, made.invite_id, true);
    const again = await invite();
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(again.invite_id).toBeNull();
  });

  it('are never given where whoever gives them lacks them, nor to themselves', async () => {
    const other = await createTestServer(accountDepsOf(test).deps, guest.id);
    const made = await invite({ server_ids: [servers[0], other], identifier: null });
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['invited', 'not-found']);
    await expect(invite({ identifier: owner.id })).rejects.toThrow('permission-denied');
    await expect(invite({ identifier: 'nobody' })).rejects.toThrow('account-not-found');
    await expect(invite({ identifier: 'nobody', server_ids: [other] })).rejects.toThrow(
      'permission-denied',
    );
  });

  it('cannot be set on a server for somebody who has not accepted', async () => {
    const path = `/app/v1/server/${servers[0]}/personnel`;
    const set = await owner.browser.post(path, { identifier: guest.id, permissions: KICKING });
    expect(codeOf(set)).toBe('invite-first');
  });
});

describe('a link', () => {
  it('says what it brings, and is then for whoever takes it first', async () => {
    const token = await link();
    const shown = await new TestBrowser(app).post('/app/v1/auth/invite', { token });
    expect(CALLS.inviteShow.answer.parse(shown.json())).toMatchObject({
      servers: 2,
      names: ['Chernarus', 'Chernarus'],
      permissions: KICKING,
    });
    const claim = (person: Person) => person.browser.post('/app/v1/invites/claim', { token });
    const claimed = CALLS.inviteClaim.answer.parse((await claim(guest)).json());
    const late = await createTestAccount(app, accountDepsOf(test).deps);
    expect(codeOf(await claim(late))).toBe('invitation-invalid');
    expect(codeOf(await claim(owner))).toBe('invitation-invalid');
    await answerTo(guest, claimed.invite_id, true);
    expect(await held(guest, servers[1]!)).toEqual(KICKING);
    expect(codeOf(await claim(guest))).toBe('invitation-invalid');
  });

  it('is kept as a hash alone', async () => {
    const token = await link();
    const rows = await test.deps.db.selectFrom('invitations').selectAll().execute();
    const facts = JSON.stringify([rows, test.publish.facts, test.logged]);
    expect(facts).not.toContain(token);
  });

  it('is not said to be mailed where no mail is sent', async () => {
    const made = await invite({ identifier: null, email: 'tom@example.org' });
    expect(made.mailed).toBe(false);
    expect(made.link).toContain('#invitation=');
    expect((await mailsOf(test.deps)).filter(({ to }) => to === 'tom@example.org')).toEqual([]);
  });
});

it('an account has no more open invitations than it may', async () => {
  for (let n = 0; n < INVITATION_LIMIT.open; n++) {
    await test.deps.db
      .insertInto('invitations')
      .values({
        id: `${owner.id.slice(0, 20)}${String(n).padStart(4, '0')}`,
        token_hash: Buffer.from(`${owner.id}${n}`),
        from_id: owner.id,
        to_id: null,
        permissions: [],
        server_ids: [],
        created_at: test.deps.clock(),
        expires_at: test.deps.clock() + DAY_MS,
        used_at: null,
        used_by: null,
        accepted: null,
      })
      .execute();
  }
  await expect(invite()).rejects.toThrow('limit-reached');
});
