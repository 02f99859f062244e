import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountDepsOf, codeOf, createTestServer } from '../../../tests/support/accounts.ts';
import { DAY_MS, type Inviting, KICKING, startInviting } from '../../../tests/support/inviting.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { PAGED_CALLS } from '../../protocol/resources/paged-calls.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { carryOut, CARRY_OUT } from './carry-out.ts';

let host: Awaited<ReturnType<typeof startInviting>>;
let on: Inviting;

beforeAll(async () => {
  host = await startInviting();
});

afterAll(() => host.close());

beforeEach(async () => {
  on = await host.on();
});

describe('an invitation for an account', () => {
  it('gives nothing before it is accepted, and then what it says on each server', async () => {
    const made = await on.invite();
    expect(made).toMatchObject({ link: null, mailed: false });
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['invited', 'invited']);
    expect(await on.held(on.guest, on.servers[0])).toEqual([]);
    for (const person of [on.owner, on.guest]) {
      expect(await on.rowsOf(person)).toMatchObject([
        {
          id: made.invite_id,
          from_id: on.owner.id,
          to_id: on.guest.id,
          servers: 2,
          state: 'pending',
        },
      ]);
    }
    expect((await on.answerTo(on.guest, made.invite_id, true)).statusCode).toBe(200);
    for (const server of on.servers) expect(await on.held(on.guest, server)).toEqual(KICKING);
    expect(await on.rowsOf(on.owner)).toMatchObject([{ state: 'accepted' }]);
    expect(codeOf(await on.answerTo(on.guest, made.invite_id, true))).toBe('invitation-invalid');
  });

  it('gives nothing where it is declined, taken back, or too old', async () => {
    const declined = await on.invite();
    expect((await on.answerTo(on.guest, declined.invite_id, false)).statusCode).toBe(200);
    expect(await on.rowsOf(on.owner)).toMatchObject([{ state: 'declined' }]);
    const revoked = await on.invite();
    const revoke = await on.owner.browser.post(`/app/v1/invites/${revoked.invite_id}/revoke`, {});
    expect(revoke.statusCode).toBe(200);
    expect(codeOf(await on.answerTo(on.guest, revoked.invite_id, true))).toBe('not-found');
    const old = await on.invite({ days: 1 });
    on.test.advance(DAY_MS);
    expect(codeOf(await on.answerTo(on.guest, old.invite_id, true))).toBe('invitation-invalid');
    expect(await on.held(on.guest, on.servers[0])).toEqual([]);
  });

  it('is answered by whoever it is for alone, and taken back by whoever made it', async () => {
    const { invite_id: id } = await on.invite();
    const stranger = await on.person();
    expect(codeOf(await on.answerTo(stranger, id, true))).toBe('not-found');
    expect(codeOf(await on.answerTo(on.owner, id, true))).toBe('not-found');
    const revoked = await on.guest.browser.post(`/app/v1/invites/${id}/revoke`, {});
    expect(codeOf(revoked)).toBe('not-found');
    expect(await on.rowsOf(stranger)).toEqual([]);
  });

  it('gives what whoever made it may still give', async () => {
    const { db, clock } = on.test.deps;
    const manager = await on.person();
    const rights: readonly ServerPermission[] = [...KICKING, 'server.personnel'];
    for (const server of on.servers) {
      await grant(db, manager.id, serverResource(server), rights, on.owner.id, clock());
    }
    const made = await manager.browser.post('/app/v1/invites/create', on.asked());
    const { invite_id: id } = CALLS.inviteCreate.answer.parse(made.json());
    await db.transaction().execute(async (trx) => {
      await revoke(trx, manager.id, serverResource(on.servers[0]), ['server.personnel']);
    });
    const answer = await on.answerTo(on.guest, id, true);
    expect([
      await on.held(on.guest, on.servers[0]),
      await on.held(on.guest, on.servers[1]),
    ]).toEqual([[], KICKING]);
    const came = { given: 1, servers: 2, refused: ['permission-denied'] };
    expect(answer.json()).toMatchObject(came);
    for (const person of [manager, on.guest]) {
      expect(await on.rowsOf(person)).toMatchObject([{ ...came, state: 'accepted' }]);
    }
  });
});

describe('rights for somebody', () => {
  it('are more at once where they have some, and an invitation elsewhere', async () => {
    const { db, clock } = on.test.deps;
    await grant(
      db,
      on.guest.id,
      serverResource(on.servers[0]),
      ['server.view'],
      on.owner.id,
      clock(),
    );
    const made = await on.invite();
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['given', 'invited']);
    expect(await on.held(on.guest, on.servers[0])).toEqual(KICKING);
    expect(await on.held(on.guest, on.servers[1])).toEqual([]);
    await on.answerTo(on.guest, made.invite_id, true);
    const again = await on.invite();
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(again.invite_id).toBeNull();
  });

  it('are never given where whoever gives them lacks them, nor to themselves', async () => {
    const other = await createTestServer(accountDepsOf(on.test).deps, on.guest.id);
    const made = await on.invite({ server_ids: [on.servers[0], other], identifier: null });
    expect(made.results.map(({ outcome }) => outcome)).toEqual(['invited', 'not-found']);
    await expect(on.invite({ identifier: on.owner.id })).rejects.toThrow('permission-denied');
    await expect(on.invite({ identifier: 'nobody' })).rejects.toThrow('account-not-found');
    await expect(on.invite({ identifier: 'nobody', server_ids: [other] })).rejects.toThrow(
      'permission-denied',
    );
  });

  it('cannot be set on a server for somebody who has not accepted', async () => {
    const path = `/app/v1/server/${on.servers[0]}/personnel`;
    const set = await on.owner.browser.post(path, {
      identifier: on.guest.id,
      permissions: KICKING,
    });
    expect(codeOf(set)).toBe('invite-first');
  });
});

describe('an answer', () => {
  const revoking = (id: string | null) => on.owner.browser.post(`/app/v1/invites/${id}/revoke`, {});

  it('is one, also where somebody accepts and declines at once', async () => {
    const { invite_id: id } = await on.invite();
    const answers = await Promise.all([
      on.answerTo(on.guest, id, true),
      on.answerTo(on.guest, id, false),
    ]);
    const [accepted] = answers.map(({ statusCode }) => statusCode === 200);
    const [row] = await on.rowsOf(on.owner);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(row?.state).toBe(accepted === true ? 'accepted' : 'declined');
    expect(await on.held(on.guest, on.servers[0])).toEqual(accepted === true ? KICKING : []);
  });

  it('gives nothing that lasts where it is taken back at once', async () => {
    const { invite_id: id } = await on.invite();
    const [, revoked] = await Promise.all([on.answerTo(on.guest, id, true), revoking(id)]);
    expect(revoked.statusCode).toBe(200);
    for (const server of on.servers) expect(await on.held(on.guest, server)).toEqual([]);
    expect(await on.rowsOf(on.guest)).toEqual([]);
  });

  it('says in the audit who gave it, and tells no address of whoever accepted', async () => {
    const { invite_id: id } = await on.invite({ server_ids: [on.servers[0]] });
    await on.answerTo(on.guest, id, true);
    const audit = await on.owner.browser.get(`/app/v1/server/${on.servers[0]}/audit`);
    const [entry] = PAGED_CALLS.auditPage.answer.parse(audit.json()).rows;
    expect(entry).toMatchObject({
      action: 'personnel.set',
      actor_id: on.owner.id,
      target_id: on.guest.id,
    });
    expect(entry?.address).toBeUndefined();
  });

  /** As if its host had ended before it gave anything on the second server. */
  async function endedInBetween(id: string | null) {
    const { db } = on.test.deps;
    await db
      .updateTable('invitation_results')
      .set({ outcome: 'waiting', given: [] })
      .where('server_id', '=', on.servers[1])
      .execute();
    await lose();
    return db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', CARRY_OUT)
      .where('key', '=', `${id} give`)
      .executeTakeFirstOrThrow();
  }

  const lose = () =>
    on.test.deps.db
      .transaction()
      .execute((trx) => revoke(trx, on.guest.id, serverResource(on.servers[1]), KICKING));

  it('is carried out by a job where its host ends in between', async () => {
    const { invite_id: id } = await on.invite();
    await on.answerTo(on.guest, id, true);
    const job = await endedInBetween(id);
    await carryOut(on.test.deps, job.payload);
    expect(await on.held(on.guest, on.servers[1])).toEqual(KICKING);
    // Nothing is given a second time: what somebody has taken since stays taken.
    await lose();
    await carryOut(on.test.deps, job.payload);
    expect(await on.held(on.guest, on.servers[1])).toEqual([]);
  });

  it('is not carried out any further where it was taken back in between', async () => {
    const { invite_id: id } = await on.invite();
    await on.answerTo(on.guest, id, true);
    const job = await endedInBetween(id);
    await on.test.deps.db
      .updateTable('invitations')
      .set({ revoked_at: on.test.deps.clock() })
      .where('id', '=', id)
      .execute();
    await carryOut(on.test.deps, job.payload);
    expect(await on.held(on.guest, on.servers[1])).toEqual([]);
  });
});
