/** An owner of two servers and somebody to invite, with the calls that they make. */
import type { FastifyInstance } from 'fastify';
import { CALLS } from '../../src/protocol/calls.ts';
import { accountCalls } from '../../src/host/account/calls.ts';
import { serverPermissions } from '../../src/host/access/grants.ts';
import {
  inviteAnswer,
  inviteClaim,
  inviteRevoke,
  inviteShow,
} from '../../src/host/invitations/answer.ts';
import { inviteCreate } from '../../src/host/invitations/create.ts';
import { INVITE_ROWS } from '../../src/host/invitations/rows.ts';
import { personnelSet } from '../../src/host/personnel/personnel-set.ts';
import { pagedCalls } from '../../src/host/resources/paged-calls.ts';
import { toldCalls } from '../../src/host/resources/told-calls.ts';
import { sessionCalls } from '../../src/host/session/calls.ts';
import { accountDepsOf, codeOf, createTestAccount, createTestServer } from './accounts.ts';
import { createTestApp, createTestDeps, type TestBrowser, type TestDeps } from './host.ts';

export type Person = Awaited<ReturnType<typeof createTestAccount>>;

export const KICKING = ['server.view', 'server.action.kick'] as const;
export const DAY_MS = 86_400_000;

export const INVITING_CALLS = {
  ...sessionCalls,
  ...accountCalls,
  personnelSet,
  inviteCreate,
  inviteAnswer,
  inviteRevoke,
  inviteClaim,
  inviteShow,
  ...toldCalls({ invites: INVITE_ROWS }),
  ...pagedCalls,
};

let requests = 0;

/** A host in memory, and who is on it. */
export class Inviting {
  readonly test: TestDeps;
  readonly app: FastifyInstance;
  readonly owner: Person;
  readonly guest: Person;
  readonly servers: readonly [string, string];

  constructor(on: Pick<Inviting, 'test' | 'app' | 'owner' | 'guest' | 'servers'>) {
    this.test = on.test;
    this.app = on.app;
    this.owner = on.owner;
    this.guest = on.guest;
    this.servers = on.servers;
  }

  person(): Promise<Person> {
    return createTestAccount(this.app, accountDepsOf(this.test).deps);
  }

  held(person: Pick<Person, 'id'>, server: string) {
    return serverPermissions(this.test.deps.db, person.id, server);
  }

  /** What is sent to invite the guest to both servers. */
  asked(given: object = {}) {
    requests += 1;
    return {
      request_id: requests.toString(16).padStart(24, '0'),
      server_ids: this.servers,
      permissions: KICKING,
      identifier: this.guest.id,
      email: null,
      ...given,
    };
  }

  /** The owner invites; throws the code of a refusal. */
  async invite(given: object = {}, by: TestBrowser = this.owner.browser) {
    const answer = await by.post('/app/v1/invites/create', this.asked(given));
    if (answer.statusCode !== 200) throw new Error(codeOf(answer));
    return CALLS.inviteCreate.answer.parse(answer.json());
  }

  /** The secret part of a link. */
  async link(given: object = {}, by: TestBrowser = this.owner.browser): Promise<string> {
    const made = await this.invite({ identifier: null, ...given }, by);
    return /#invitation=(.+)$/.exec(made.link ?? '')?.[1] ?? '';
  }

  answerTo(person: Person, id: string | null, accept: boolean) {
    return person.browser.post(`/app/v1/invites/${id}/answer`, { accept });
  }

  async rowsOf({ browser }: Pick<Person, 'browser'>) {
    const answer = await browser.get('/app/v1/@me/invites');
    return CALLS.invitesPage.answer.parse(answer.json()).rows;
  }
}

/** Starts the host; `on` it are others for each test. */
export async function startInviting() {
  const test = await createTestDeps();
  const { deps } = accountDepsOf(test);
  const app = await createTestApp(deps, INVITING_CALLS);
  return {
    test,
    async on(): Promise<Inviting> {
      const owner = await createTestAccount(app, deps);
      const guest = await createTestAccount(app, deps);
      const add = (n: number) =>
        createTestServer(deps, owner.id, { host: `${n}.${owner.id}.example` });
      return new Inviting({ test, app, owner, guest, servers: [await add(1), await add(2)] });
    },
    async close() {
      await app.close();
      await test.close();
    },
  };
}
