/** A host with two servers, people who were on them, and admins who may see a part of it. */
import type { FastifyInstance } from 'fastify';
import { createTestAccount } from './accounts.ts';
import { createFeaturesApp } from './features.ts';
import { createTestDeps, type TestBrowser, type TestDeps } from './host.ts';
import { storeServer } from './stored-server.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { battleyeGuid } from '../../src/domain/players/battleye-guid.ts';
import { fillNames } from '../../src/host/players/names.ts';
import { NO_IDENTIFIERS } from '../../src/host/players/play-session.ts';

const hex = (digit: string) => digit.repeat(24);
export const [HERE, THERE] = [hex('e'), hex('f')] as const;
export const [ADA, BOB, CLEO, UNSEEN] = [hex('a'), hex('b'), hex('c'), hex('d')] as const;
export const STEAM = '76561198000000001';

const ALL: ServerPermission[] = ['server.view', 'server.view.feed', 'server.view.personal'];

export interface Stay {
  readonly who: string;
  readonly on: string;
  readonly name: string;
  readonly from: number;
  /** null: it goes on. */
  readonly until?: number | null;
  readonly ip?: string;
  readonly steam_id?: string;
  readonly guid?: string;
  readonly verified?: boolean;
}

export class SeenPeople {
  readonly test: TestDeps;
  readonly app: FastifyInstance;
  #stays = 0;

  private constructor(test: TestDeps, app: FastifyInstance) {
    this.test = test;
    this.app = app;
  }

  static async open(settings: Parameters<typeof createTestDeps>[0] = {}): Promise<SeenPeople> {
    const test = await createTestDeps(settings);
    const people = new SeenPeople(test, await createFeaturesApp(test));
    await storeServer(test.deps.db, HERE);
    await storeServer(test.deps.db, THERE);
    return people;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.test.close();
  }

  /** Admins: of both servers; who may see one of them alone; read its stays; see its addresses; see nothing. */
  async admins() {
    return {
      manager: await this.admin({ [HERE]: ALL, [THERE]: ALL }),
      viewer: await this.admin({ [HERE]: ['server.view'] }),
      reader: await this.admin({ [HERE]: ['server.view', 'server.view.feed'] }),
      personal: await this.admin({ [HERE]: ['server.view', 'server.view.personal'] }),
      stranger: await this.admin({}),
    };
  }

  async admin(holds: Readonly<Record<string, readonly ServerPermission[]>>): Promise<TestBrowser> {
    const { deps } = this.test;
    const { id, browser } = await createTestAccount(this.app, deps);
    for (const [server, permissions] of Object.entries(holds)) {
      await grant(deps.db, id, serverResource(server), [...permissions], null, 0);
    }
    return browser;
  }

  async forget(): Promise<void> {
    const { db } = this.test.deps;
    for (const table of ['play_sessions', 'player_names', 'person_joins', 'persons'] as const) {
      await db.deleteFrom(table).execute();
    }
    await db.deleteFrom('players').execute();
  }

  /** Somebody was on a server; answers the stay. */
  async stayed({ who, on, name, from, until = from + 10, verified = true, ...more }: Stay) {
    const { db } = this.test.deps;
    this.#stays += 1;
    const id = this.#stays.toString(16).padStart(24, '0');
    await db
      .insertInto('players')
      .values({ muster_id: who, name, first_seen: from, last_seen: from })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { steam_id, guid = steam_id === undefined ? undefined : battleyeGuid(steam_id) } = more;
    for (const [kind, value] of [
      ['steam', steam_id],
      ['battleye', guid],
    ] as const) {
      if (value === undefined) continue;
      await db
        .insertInto('player_identities')
        .values({ kind, value, muster_id: who })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const stay = { id, server_id: on, muster_id: who, name, joined_at: from, verified };
    await db
      .insertInto('play_sessions')
      .values({
        joined_before: false,
        lobby: false,
        ...NO_IDENTIFIERS,
        ...more,
        ...stay,
        left_at: until,
      })
      .execute();
    return id;
  }

  /** As a host does that starts where names were not kept yet. */
  async fill(): Promise<void> {
    const { db } = this.test.deps;
    await db.deleteFrom('player_names_fill').execute();
    await db.insertInto('player_names_fill').values({ after: '' }).execute();
    await fillNames(db);
  }
}
