import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, createTestServer } from '../../../tests/support/accounts.ts';
import { type Inviting, KICKING, startInviting } from '../../../tests/support/inviting.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';

let host: Awaited<ReturnType<typeof startInviting>>;
let on: Inviting;

beforeAll(async () => {
  host = await startInviting();
});

afterAll(() => host.close());

beforeEach(async () => {
  on = await host.on();
});

describe('a request that is sent again', () => {
  it('makes one invitation, with the same link', async () => {
    const body = on.asked({ identifier: null });
    const send = () => on.owner.browser.post('/app/v1/invites/create', body);
    const [first, second] = await Promise.all([send(), send()]);
    const again = await send();
    const { link, invite_id: id } = CALLS.inviteCreate.answer.parse(first.json());
    for (const one of [second, again]) expect(one.json()).toMatchObject({ link, invite_id: id });
    expect(await on.rowsOf(on.owner)).toHaveLength(1);
    const other = await on.owner.browser.post('/app/v1/invites/create', {
      ...body,
      permissions: ['server.view'],
    });
    expect(codeOf(other)).toBe('invalid-request');
  });

  it('is one only of whoever sent it: the same id of somebody else is a request of its own', async () => {
    const { db, clock } = on.test.deps;
    const other = await on.person();
    for (const server of on.servers) {
      await grant(
        db,
        other.id,
        serverResource(server),
        [...KICKING, 'server.personnel'],
        on.owner.id,
        clock(),
      );
    }
    const body = on.asked({ identifier: null });
    const links = [];
    for (const { browser } of [on.owner, other]) {
      const answer = await browser.post('/app/v1/invites/create', body);
      links.push(CALLS.inviteCreate.answer.parse(answer.json()).invite_id);
    }
    expect(new Set(links).size).toBe(2);
    expect(await on.rowsOf(other)).toMatchObject([{ id: links[1], from_id: other.id }]);
  });

  it('says what it gave the first time', async () => {
    const { db, clock } = on.test.deps;
    await grant(
      db,
      on.guest.id,
      serverResource(on.servers[0]),
      ['server.view'],
      on.owner.id,
      clock(),
    );
    const body = on.asked();
    const first = await on.owner.browser.post('/app/v1/invites/create', body);
    const again = await on.owner.browser.post('/app/v1/invites/create', body);
    expect(again.json()).toEqual({ ...first.json(), position: expect.any(Number) });
    expect(again.json()).toMatchObject({ results: [{ outcome: 'given' }, { outcome: 'invited' }] });
  });
});

describe('taking back', () => {
  it('takes what was given, on all servers at once, and leaves what they had', async () => {
    const { db, clock } = on.test.deps;
    for (const server of on.servers) {
      await grant(db, on.guest.id, serverResource(server), ['server.view'], on.owner.id, clock());
    }
    on.test.advance(1);
    const made = await on.invite();
    expect(made).toMatchObject({ invite_id: null, link: null });
    expect(await on.rowsOf(on.owner)).toMatchObject([
      { id: made.given_id, at_once: true, state: 'accepted', given: 2, servers: 2 },
    ]);
    const back = await on.owner.browser.post(`/app/v1/invites/${made.given_id}/revoke`, {});
    const { results } = CALLS.inviteRevoke.answer.parse(back.json());
    expect(results.map(({ outcome }) => outcome)).toEqual(['taken', 'taken']);
    for (const server of on.servers)
      expect(await on.held(on.guest, server)).toEqual(['server.view']);
    expect(await on.rowsOf(on.owner)).toEqual([]);
    const twice = await on.owner.browser.post(`/app/v1/invites/${made.given_id}/revoke`, {});
    expect(codeOf(twice)).toBe('not-found');
  });

  it('takes from every server, however many are changed at once', async () => {
    const { deps } = on.test;
    const servers = await Promise.all(
      Array.from({ length: 27 }, (_, n) =>
        createTestServer(deps, on.owner.id, { host: `${n}.many.${on.owner.id}.example` }),
      ),
    );
    const { invite_id: id } = await on.invite({ server_ids: servers });
    await on.answerTo(on.guest, id, true);
    const held = () => Promise.all(servers.map((server) => on.held(on.guest, server)));
    expect((await held()).flat()).toHaveLength(servers.length * KICKING.length);
    const back = await on.owner.browser.post(`/app/v1/invites/${id}/revoke`, {});
    expect(CALLS.inviteRevoke.answer.parse(back.json()).results).toHaveLength(servers.length);
    expect((await held()).flat()).toEqual([]);
  });

  it('leaves what the same person gave at the same moment by something else', async () => {
    const { db, clock } = on.test.deps;
    const [server] = on.servers;
    const given = ['server.action.lock'] as const;
    await grant(db, on.guest.id, serverResource(server), given, on.owner.id, clock());
    const { given_id: id } = await on.invite();
    await on.owner.browser.post(`/app/v1/invites/${id}/revoke`, {});
    expect(await on.held(on.guest, server)).toEqual(['server.view', 'server.action.lock']);
  });

  it('takes what was accepted, but nothing that somebody gave since, nor where one may not', async () => {
    const { db, clock } = on.test.deps;
    const manager = await on.person();
    const rights: readonly ServerPermission[] = [...KICKING, 'server.personnel'];
    for (const server of on.servers) {
      await grant(db, manager.id, serverResource(server), rights, on.owner.id, clock());
    }
    const made = await manager.browser.post('/app/v1/invites/create', on.asked());
    const { invite_id: id } = CALLS.inviteCreate.answer.parse(made.json());
    await on.answerTo(on.guest, id, true);
    on.test.advance(1);
    const [first, second] = [serverResource(on.servers[0]), serverResource(on.servers[1])];
    await db.transaction().execute(async (trx) => {
      await revoke(trx, on.guest.id, first, ['server.action.kick']);
      await grant(
        trx,
        on.guest.id,
        first,
        ['server.action.kick'],
        manager.id,
        on.test.deps.clock(),
      );
      await revoke(trx, manager.id, second, ['server.personnel']);
    });
    const back = await manager.browser.post(`/app/v1/invites/${id}/revoke`, {});
    const { results } = CALLS.inviteRevoke.answer.parse(back.json());
    expect(new Map(results.map((one) => [one.server_id, one.outcome]))).toEqual(
      new Map([[on.servers[1], 'permission-denied']]),
    );
    for (const server of on.servers) expect(await on.held(on.guest, server)).toEqual(KICKING);
  });

  it('gives and takes nothing on a server that was restricted since', async () => {
    const { db } = on.test.deps;
    const [first, second] = on.servers;
    const restrict = (id: string) =>
      db.updateTable('servers').set({ restricted: true }).where('id', '=', id).execute();
    const { invite_id: id } = await on.invite();
    await restrict(second);
    await on.answerTo(on.guest, id, true);
    expect(await on.held(on.guest, first)).toEqual(KICKING);
    expect(await on.held(on.guest, second)).toEqual([]);
    expect(await on.rowsOf(on.owner)).toMatchObject([{ given: 1, refused: ['server-restricted'] }]);
    expect(await on.invite()).toMatchObject({
      results: [{ outcome: 'unchanged' }, { outcome: 'server-restricted' }],
    });
    await restrict(first);
    const back = await on.owner.browser.post(`/app/v1/invites/${id}/revoke`, {});
    const { results } = CALLS.inviteRevoke.answer.parse(back.json());
    expect(new Map(results.map((one) => [one.server_id, one.outcome]))).toEqual(
      new Map([[first, 'server-restricted']]),
    );
    expect(await on.held(on.guest, first)).toEqual(KICKING);
  });
});
