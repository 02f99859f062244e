import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { CALLS } from '../../protocol/calls.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { PAIRING_LASTS } from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import { displayResource } from '../access/grants.ts';
import { sessionCalls } from '../session/calls.ts';
import { signOfLife } from '../identity/display-tokens.ts';
import { sweepPairings } from './pairings.ts';
import { toldCalls } from '../resources/told-calls.ts';
import { wallCalls } from './calls.ts';
import { DISPLAY_ROWS } from './rows.ts';

let test: TestDeps;
let app: FastifyInstance;
let ada: TestBrowser;
let adaId: string;
let wall: string;

beforeEach(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps, {
    ...sessionCalls,
    ...wallCalls,
    ...toldCalls({ displays: DISPLAY_ROWS }),
  });
  ({ browser: ada, id: adaId } = await createTestAccount(app, test.deps));
  wall = await makeWall(ada);
});
afterEach(async () => {
  await app.close();
  await test.close();
});

async function makeWall(browser: TestBrowser): Promise<string> {
  const filter = { text: '', games: [], states: [] };
  const answer = await browser.post('/app/v1/walls/create', {
    wall: {
      name: 'Lobby',
      rotation: 20,
      pinned_scene: null,
      sound: false,
      scenes: [
        {
          scene_id: '0'.repeat(24),
          title: 'All',
          layout: 'auto',
          source: { kind: 'filter', filter },
        },
      ],
    },
  });
  return CALLS.wallCreate.answer.parse(answer.json()).wall_id;
}

async function screen(address = '10.1.0.1') {
  const browser = new TestBrowser(app, address);
  const answer = await browser.post('/app/v1/pairing/start', {});
  const { code, secret } = CALLS.pairingStart.answer.parse(answer.json());
  return {
    browser,
    code,
    claim: () => browser.post('/app/v1/pairing/claim', { secret }),
    session: () => browser.get('/app/v1/@display/session'),
  };
}

const pair = (code: string, browser = ada, wallId = wall) =>
  browser.post('/app/v1/displays/pair', { code, wall_id: wallId, name: 'Lobby left' });
const displays = async (browser = ada) =>
  CALLS.displaysPage.answer.parse((await browser.get('/app/v1/@me/displays')).json()).rows;

/** The display's socket was opened. */
async function connected(): Promise<void> {
  const [display] = await displays();
  await signOfLife(test.deps.db, display?.id ?? '', test.deps.clock());
}

const lastOfAudit = () =>
  test.deps.db
    .selectFrom('audit')
    .select(['actor', 'resource', 'action'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

describe('a screen', () => {
  it('waits until its code is typed, and is let in once', async () => {
    const television = await screen();
    expect((await television.claim()).json()).toEqual({ state: 'waiting' });
    expect(codeOf(await television.session())).toBe('not-signed-in');
    const typed = `${television.code.slice(0, 4)} ${television.code.slice(4).toLowerCase()}`;
    expect((await pair(typed)).statusCode).toBe(200);
    const claimed = await television.claim();
    expect(claimed.json()).toEqual({ state: 'paired' });
    expect(claimed.cookies.find(({ name }) => name === 'muster_display')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
    expect((await television.session()).json()).toMatchObject({
      display: { name: 'Lobby left' },
      wall: { name: 'Lobby' },
      servers: [],
    });
    expect(codeOf(await pair(television.code))).toBe('pairing-code-unknown');
    expect(await displays()).toMatchObject([{ name: 'Lobby left', wall_id: wall, online: false }]);
    await connected();
    expect(codeOf(await television.claim())).toBe('pairing-expired');
    expect((await television.session()).statusCode).toBe(200);
  });

  it('that did not get the answer asks again, and what was lost lets nobody in', async () => {
    const television = await screen();
    await pair(television.code);
    const lost = (await television.claim()).cookies.find(({ name }) => name === 'muster_display');
    const claimed = await television.claim();
    expect(claimed.json()).toEqual({ state: 'paired' });
    expect((await television.session()).statusCode).toBe(200);
    const finder = await app.inject({
      url: '/app/v1/@display/session',
      cookies: { muster_display: lost?.value ?? '' },
    });
    expect(codeOf(finder)).toBe('not-signed-in');
    expect(await displays()).toHaveLength(1);
  });

  it('that never connects leaves no display behind, once its code is of no use', async () => {
    const television = await screen();
    await pair(television.code);
    test.advance(PAIRING_LASTS);
    await sweepPairings(test.deps, test.deps.clock());
    const [paired] = await displays();
    expect(paired).toBeDefined();
    expect((await television.claim()).json()).toEqual({ state: 'paired' });
    test.advance(120_000);
    await sweepPairings(test.deps, test.deps.clock());
    expect(await displays()).toEqual([]);
    expect(codeOf(await television.session())).toBe('not-signed-in');
    // As after a revoke: its sockets end, whoever paired it hears of it, and the audit says it.
    expect(test.publish.endedSessions).toEqual([paired?.id]);
    expect(test.publish.facts.slice(-1)).toMatchObject([
      { stream: resourceStream('displays', adaId), event: 'row:gone', data: { id: paired?.id } },
    ]);
    expect(await lastOfAudit()).toEqual({
      actor: null,
      resource: displayResource(paired?.id ?? ''),
      action: 'displays.revoke',
    });
  });

  it('that is revoked is shut out, and the audit says by whom', async () => {
    const television = await screen();
    await pair(television.code);
    await television.claim();
    const [display] = await displays();
    const id = display?.id ?? '';
    expect((await ada.post(`/app/v1/display/${id}/revoke`, {})).statusCode).toBe(200);
    expect(codeOf(await television.session())).toBe('not-signed-in');
    expect(test.publish.endedSessions).toEqual([id]);
    expect(await lastOfAudit()).toEqual({
      actor: adaId,
      resource: displayResource(id),
      action: 'displays.revoke',
    });
    expect(codeOf(await ada.post(`/app/v1/display/${id}/revoke`, {}))).toBe('not-found');
  });

  it('that has connected stays when its code is swept', async () => {
    const television = await screen();
    await pair(television.code);
    await television.claim();
    await connected();
    test.advance(PAIRING_LASTS + 120_000);
    await sweepPairings(test.deps, test.deps.clock());
    expect((await television.session()).statusCode).toBe(200);
  });

  it('whose code has expired is not paired, and asks for another', async () => {
    const television = await screen();
    test.advance(PAIRING_LASTS);
    expect(codeOf(await pair(television.code))).toBe('pairing-code-unknown');
    expect(codeOf(await television.claim())).toBe('pairing-expired');
    expect(await displays()).toEqual([]);
  });

  it('is not let in by the code, nor by the secret of another', async () => {
    const television = await screen();
    const other = await screen('10.1.0.2');
    await pair(television.code);
    expect((await other.claim()).json()).toEqual({ state: 'waiting' });
    const guess = await other.browser.post('/app/v1/pairing/claim', {
      secret: television.code.repeat(4),
    });
    expect(codeOf(guess)).toBe('pairing-expired');
  });

  it('may ask for so many codes and no more', async () => {
    const browser = new TestBrowser(app, '10.1.0.9');
    const { max } = CALLS.pairingStart.limit;
    for (let n = 0; n < max; n += 1) {
      expect((await browser.post('/app/v1/pairing/start', {})).statusCode).toBe(200);
    }
    expect(codeOf(await browser.post('/app/v1/pairing/start', {}))).toBe('rate-limited');
  });
});

describe('whoever guesses codes', () => {
  it('is locked out, also of the right one, and let in again later', async () => {
    const television = await screen();
    const wrong = television.code.startsWith('Z') ? 'YYYYYYYY' : 'ZZZZZZZZ';
    for (let n = 0; n < 5; n += 1) expect(codeOf(await pair(wrong))).toBe('pairing-code-unknown');
    const locked = await pair(television.code);
    expect(codeOf(locked)).toBe('locked-out');
    expect(locked.headers['retry-after']).toBe('30');
    test.advance(30_000);
    expect((await pair(television.code)).statusCode).toBe(200);
  });

  it('is told the form of a code before it counts', async () => {
    expect(codeOf(await pair('O0I1'))).toBe('invalid-request');
  });
});

describe('a wall of somebody else', () => {
  it('is not there: not to read, change, delete, pair with or choose', async () => {
    const { browser: eve } = await createTestAccount(app, test.deps);
    const television = await screen();
    const definition = CALLS.wallRead.answer.parse(
      (await ada.get(`/app/v1/wall/${wall}`)).json(),
    ).wall;
    const { name, scenes, rotation, pinned_scene, sound } = definition;
    const body = { wall: { name, scenes, rotation, pinned_scene, sound }, revision: 1 };
    await pair((await screen('10.1.0.3')).code);
    const [own] = await displays();
    const own_id = own?.id ?? '';
    const refused = await Promise.all([
      eve.get(`/app/v1/wall/${wall}`),
      eve.post(`/app/v1/wall/${wall}`, body),
      eve.post(`/app/v1/wall/${wall}/delete`, {}),
      pair(television.code, eve),
      eve.post(`/app/v1/display/${own_id}`, { name: 'Mine' }),
      eve.post(`/app/v1/display/${own_id}/revoke`, {}),
      ada.post(`/app/v1/display/${own_id}`, { wall_id: await makeWall(eve) }),
    ]);
    expect(refused.map(codeOf)).toEqual(refused.map(() => 'not-found'));
    expect(await displays(eve)).toEqual([]);
    expect((await displays())[0]?.name).toBe('Lobby left');
  });
});

describe('a wall', () => {
  it('that was changed in the meantime is not overwritten', async () => {
    const { wall_id, owner, revision, created_at, updated_at, ...definition } =
      CALLS.wallRead.answer.parse((await ada.get(`/app/v1/wall/${wall}`)).json()).wall;
    expect([wall_id, owner.length, created_at]).toEqual([wall, 24, updated_at]);
    const change = (name: string) =>
      ada.post(`/app/v1/wall/${wall}`, { wall: { ...definition, name }, revision });
    expect((await change('One')).json()).toEqual({ position: 2 });
    const { body } = await ada.get(`/app/v1/wall/${wall}`);
    expect(JSON.parse(body)).toMatchObject({ wall: { name: 'One', revision: 2 } });
    expect(codeOf(await change('Two'))).toBe('wall-changed');
  });

  it('that is deleted leaves its displays without one, until another is chosen', async () => {
    const television = await screen();
    await pair(television.code);
    await television.claim();
    await ada.post(`/app/v1/wall/${wall}/delete`, {});
    expect((await television.session()).json()).toMatchObject({ wall: null, servers: [] });
    const other = await makeWall(ada);
    const [display] = await displays();
    expect(display?.wall_id).toBeNull();
    await ada.post(`/app/v1/display/${display?.id}`, { wall_id: other });
    expect((await television.session()).json()).toMatchObject({ wall: { wall_id: other } });
  });

  it('that is deleted while it is chosen is none that a display can show', async () => {
    const { db } = test.deps;
    await pair((await screen()).code);
    const [display] = await displays();
    const television = await screen('10.1.0.2');
    const other = await makeWall(ada);
    const chosen = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('walls').where('id', '=', other).execute();
      const chosen = [
        ada.post(`/app/v1/display/${display?.id}`, { wall_id: other }),
        pair(television.code, ada, other),
      ];
      await untilLocked(db, 2);
      return () => Promise.all(chosen);
    });
    expect((await chosen()).map(codeOf)).toEqual(['not-found', 'not-found']);
  });

  it('is one of so many of an account, and so is a display', async () => {
    const { db } = test.deps;
    await sql`
      insert into walls (id, owner, name, scenes, rotation, sound, created_at, updated_at)
      select lpad(n::text, 24, '0'), owner, name, scenes, rotation, sound, created_at, updated_at
      from walls, generate_series(2, ${WALL_LIMIT.wallsOfAccount}) n where id = ${wall}
    `.execute(db);
    await sql`
      insert into grants (subject, resource, permission, since)
      select owner, 'wall/' || id, 'wall.view', 0 from walls where id <> ${wall}
    `.execute(db);
    const { name, scenes, rotation, pinned_scene, sound } = CALLS.wallRead.answer.parse(
      (await ada.get(`/app/v1/wall/${wall}`)).json(),
    ).wall;
    const definition = { name, scenes, rotation, pinned_scene, sound };
    const another = () => ada.post('/app/v1/walls/create', { wall: definition });
    expect(codeOf(await another())).toBe('limit-reached');
    expect((await ada.post(`/app/v1/wall/${wall}/delete`, {})).statusCode).toBe(200);
    const made = await another();
    expect(made.statusCode).toBe(200);
    const last = CALLS.wallCreate.answer.parse(made.json()).wall_id;
    await sql`
      insert into displays (id, owner, name, wall_id, paired_at, user_agent)
      select lpad(n::text, 24, '0'), ${adaId}, 'Television', ${last}, 0, ''
      from generate_series(1, ${WALL_LIMIT.displaysOfAccount}) n
    `.execute(db);
    await sql`
      insert into grants (subject, resource, permission, since)
      select owner, 'display/' || id, 'display.modify', 0 from displays
    `.execute(db);
    const television = await screen();
    expect(codeOf(await pair(television.code, ada, last))).toBe('limit-reached');
    const { browser: eve } = await createTestAccount(app, test.deps);
    expect((await pair(television.code, eve, await makeWall(eve))).statusCode).toBe(200);
  });
});
