import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { playerProfile as call } from '../../protocol/players/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { joinPersons } from './joins.ts';
import { NO_IDENTIFIERS } from './play-session.ts';
import { playerProfile } from './profile.ts';

const hex = (digit: string) => digit.repeat(24);
const server = hex('e');
const elsewhere = hex('f');
const ada = hex('a');
const bob = hex('b');

let test: TestDeps;
let app: FastifyInstance;
let admin: TestBrowser;
let watcher: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  const { db } = test.deps;
  app = await createTestApp(test.deps, { playerProfile });
  await storeServer(db, server);
  await storeServer(db, elsewhere);
  const one = await createTestAccount(app, test.deps);
  admin = one.browser;
  const all = ['server.view', 'server.view.feed', 'server.view.personal'] as const;
  await grant(db, one.id, serverResource(server), [...all], null, 0);
  const other = await createTestAccount(app, test.deps);
  watcher = other.browser;
  await grant(db, other.id, serverResource(server), ['server.view.feed'], null, 0);
  await grant(db, other.id, serverResource(elsewhere), [...all], null, 0);
});
beforeEach(async () => {
  const { db } = test.deps;
  await db.deleteFrom('play_sessions').execute();
  await db.deleteFrom('person_joins').execute();
  await db.deleteFrom('persons').execute();
  await db.deleteFrom('players').execute();
  await db.deleteFrom('resource_rows').execute();
  await db.deleteFrom('statistic_totals').execute();
  for (const muster_id of [ada, bob]) {
    await db
      .insertInto('players')
      .values({ muster_id, name: 'x', first_seen: 1, last_seen: 1 })
      .execute();
  }
});
afterAll(async () => {
  await app.close();
  await test.close();
});

let stays = 0;
async function stay(name: string, joined_at: number, left_at: number | null, more = {}) {
  const id = (++stays).toString(16).padStart(24, '0');
  await test.deps.db
    .insertInto('play_sessions')
    .values({
      id,
      server_id: server,
      muster_id: ada,
      name,
      joined_at,
      joined_before: false,
      verified: true,
      lobby: false,
      ...NO_IDENTIFIERS,
      left_at,
      ...more,
    })
    .execute();
  return id;
}

async function profileOf(browser: TestBrowser, player = ada) {
  const answer = await browser.get(`/app/v1/server/${server}/players/${player}`);
  return call.answer.parse(answer.json());
}

it('tells names, the first and the last stay, and who it is, of this server alone', async () => {
  await stay('Ada', 100, 200, { joined_before: true });
  await stay('Ada the Great', 300, 400, { steam_id: '7', ip: '192.0.2.1' });
  await stay('Ada', 500, 600, { steam_id: '76', ip: '192.0.2.2' });
  await stay('Secret', 900, null, { server_id: elsewhere });
  expect(await profileOf(admin)).toEqual({
    muster_id: ada,
    ids: [ada],
    here: null,
    names: [
      { name: 'Ada', last: 600 },
      { name: 'Ada the Great', last: 400 },
    ],
    first_seen: { at: 100, before: true },
    last_seen: 600,
    identity: { ip: '192.0.2.2', guid: null, steam_id: '76', bohemia_id: null },
  });
});

it('tells the stay that goes on', async () => {
  await stay('Ada', 100, 200);
  const here = await stay('Ada', 300, null);
  const { here: told, last_seen, names } = await profileOf(admin);
  expect({ told, last_seen, names }).toEqual({
    told: here,
    last_seen: null,
    names: [{ name: 'Ada', last: null }],
  });
});

it('tells whoever may not see them here no addresses and identifiers', async () => {
  await stay('Ada', 100, 200, { steam_id: '76', ip: '192.0.2.2' });
  expect((await profileOf(watcher)).identity).toBeNull();
});

it('of two ids that are one person each leads to the same, with the stays of both', async () => {
  await stay('Bob', 100, 200, { muster_id: bob });
  await stay('Ada', 300, 400);
  await test.deps.db
    .transaction()
    .execute((trx) => joinPersons(trx, { one: bob, other: ada, kind: 'game' }, 500));
  for (const id of [ada, bob]) {
    expect(await profileOf(admin, id)).toMatchObject({
      muster_id: ada,
      ids: [ada, bob],
      names: [
        { name: 'Ada', last: 400 },
        { name: 'Bob', last: 200 },
      ],
      first_seen: { at: 100 },
      last_seen: 400,
    });
  }
});

it('of a person it tells the ids that this server knows, and leads nowhere from others', async () => {
  const { db } = test.deps;
  const [elsewhereOnly, noted, figures] = ['c', 'd', '8'].map((digit) => hex(digit));
  for (const other of [ada, elsewhereOnly!, noted!, figures!]) {
    await db
      .transaction()
      .execute((trx) => joinPersons(trx, { one: bob, other, kind: 'game' }, 500));
  }
  await stay('Secret', 900, null, { server_id: elsewhere, muster_id: elsewhereOnly });
  await stay('Secret', 950, null, { server_id: elsewhere });
  // Whom this server never saw it leads nowhere, whoever they are elsewhere.
  for (const id of [ada, bob, elsewhereOnly!]) {
    expect(await profileOf(admin, id)).toMatchObject({ muster_id: id, ids: [id], names: [] });
  }
  await stay('Ann', 100, 200, { muster_id: bob });
  await db
    .insertInto('statistic_totals')
    .values({ muster_id: figures!, server_id: server, kills: 1 })
    .execute();
  const note = { id: hex('7'), player_id: noted };
  await sql`
    insert into resource_rows (resource, server_id, id, order_key, data)
    values ('notes', ${server}, ${note.id}, '1', ${JSON.stringify(note)})
  `.execute(db);
  expect(await profileOf(admin, bob)).toMatchObject({
    muster_id: ada,
    ids: [ada, bob, figures, noted],
    names: [{ name: 'Ann', last: 200 }],
  });
  // They are shown as that one here.
  expect(await profileOf(admin, ada)).toMatchObject({ muster_id: ada, first_seen: { at: 100 } });
  expect(await profileOf(admin, elsewhereOnly)).toMatchObject({
    muster_id: elsewhereOnly,
    ids: [elsewhereOnly],
    names: [],
  });
});

it('of whom nothing is known it tells nothing, and an erased name is none', async () => {
  const nothing = {
    ids: [hex('9')],
    here: null,
    names: [],
    first_seen: null,
    last_seen: null,
    identity: null,
  };
  expect(await profileOf(admin, hex('9'))).toEqual({ muster_id: hex('9'), ...nothing });
  await stay('', 100, 200);
  expect((await profileOf(admin)).names).toEqual([]);
});
