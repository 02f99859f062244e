/** Teams and organizations, as people make them by the calls. */
import type { FastifyInstance } from 'fastify';
import { PendingOutcomes } from '../../src/host/actions/pending-outcomes.ts';
import { grantOwners } from '../../src/host/servers/grant-owners.ts';
import { newId } from '../../src/host/store/ids.ts';
import type { Trx } from '../../src/host/store/database.ts';
import type { GroupKind } from '../../src/protocol/groups/limits.ts';
import type { RolePermission } from '../../src/protocol/permissions.ts';
import { codeOf, createTestAccount } from './accounts.ts';
import { createFeaturesApp } from './features.ts';
import { createTestDeps, TestBrowser, type TestDeps } from './host.ts';

export interface Person {
  readonly id: string;
  readonly browser: TestBrowser;
}

interface Of {
  readonly by: Person;
  readonly of: string;
  readonly kind?: GroupKind;
}

export class TestGroups {
  readonly test: TestDeps;
  /** Woken by a test that ends an action itself. */
  readonly waiting: PendingOutcomes;
  readonly #app: FastifyInstance;
  #addresses = 0;

  private constructor(test: TestDeps, app: FastifyInstance, waiting: PendingOutcomes) {
    this.test = test;
    this.waiting = waiting;
    this.#app = app;
  }

  static async open(settings: Parameters<typeof createTestDeps>[0] = {}): Promise<TestGroups> {
    const test = await createTestDeps(settings);
    // As a host does that starts: the owner role holds what is known.
    await grantOwners({ ...test.deps, now: test.deps.clock() });
    const waiting = new PendingOutcomes();
    return new TestGroups(test, await createFeaturesApp(test, waiting), waiting);
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.test.close();
  }

  fresh(): string {
    return newId(this.test.deps.clock());
  }

  /** Somebody at an address of their own, so that no limit is reached. */
  person(): Promise<Person> {
    this.#addresses += 1;
    const address = `10.1.${this.#addresses >> 8}.${this.#addresses & 255}`;
    return createTestAccount(this.#app, this.test.deps, [], address);
  }

  /** Somebody whom nobody knows yet. */
  visitor(): TestBrowser {
    this.#addresses += 1;
    return new TestBrowser(this.#app, `10.2.0.${this.#addresses}`);
  }

  /** What a call answered: `done`, or its error's code. */
  async does(by: Person, path: string, body: Record<string, unknown> = {}): Promise<string> {
    const answer = await by.browser.post(`/app/v1/${path}`, body);
    return answer.statusCode === 200 ? 'done' : codeOf(answer);
  }

  /** What has to succeed for a test to begin. */
  async #done(...asked: Parameters<TestGroups['does']>): Promise<void> {
    const answer = await this.does(...asked);
    if (answer !== 'done') throw new Error(`${asked[1]}: ${answer}`);
  }

  async found(by: Person, kind: GroupKind): Promise<string> {
    const group_id = this.fresh();
    const body = { group_id, identifier: 'Watch' };
    await this.#done(by, `${kind}s/create`, body);
    return group_id;
  }

  async role(
    permissions: readonly RolePermission[],
    { by, of, kind = 'team', name = 'Mate' }: Of & { readonly name?: string },
  ): Promise<string> {
    const role_id = this.fresh();
    const body = { role_id, name, colour: '#336699', permissions };
    await this.#done(by, `${kind}/${of}/roles`, body);
    return role_id;
  }

  /** Somebody is invited, and accepts. */
  async member(who: Person, role_id: string, { by, of, kind = 'team' }: Of): Promise<void> {
    const invite_id = this.fresh();
    const asked = { invite_id, muster_id: who.id, role_id };
    await this.#done(by, `${kind}/${of}/invites`, asked);
    await this.#done(who, `@me/group-invites/${invite_id}/answer`, { accept: true });
  }

  read<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.test.deps.db.transaction().execute(work);
  }
}
