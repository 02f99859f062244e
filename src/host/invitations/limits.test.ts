import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { codeOf } from '../../../tests/support/accounts.ts';
import { DAY_MS, type Inviting, KICKING, startInviting } from '../../../tests/support/inviting.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { pruneInvitations } from './prune.ts';
import { INVITE_ROWS } from './rows.ts';
import { screen } from './screen.ts';

let host: Awaited<ReturnType<typeof startInviting>>;
let on: Inviting;

beforeAll(async () => {
  host = await startInviting();
});

afterAll(() => host.close());

beforeEach(async () => {
  on = await host.on();
});

it('whether a name exists is told to nobody who manages none of the servers', async () => {
  const stranger = await on.person();
  for (const identifier of [on.guest.id, 'nobody', stranger.id, null]) {
    const answer = await stranger.browser.post('/app/v1/invites/create', on.asked({ identifier }));
    expect(codeOf(answer)).toBe('permission-denied');
    expect(answer.json()).not.toHaveProperty('fields');
  }
});

it('one account has no more invitations wait for another than it may', async () => {
  for (let n = 0; n < INVITATION_LIMIT.openForOne; n++) await on.invite();
  await expect(on.invite()).rejects.toThrow('limit-reached');
  const other = await on.person();
  expect((await on.invite({ identifier: other.id })).invite_id).not.toBeNull();
});

it('an account makes no more in a day than it may, those that it took back among them', async () => {
  const { invite_id: id } = await on.invite();
  await on.owner.browser.post(`/app/v1/invites/${id}/revoke`, {});
  const { db, clock } = on.test.deps;
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let n = 1; n < INVITATION_LIMIT.aDay; n++) {
    const more = {
      id: `${on.owner.id.slice(0, 20)}${String(n).padStart(4, '0')}`,
      request_id: null,
    };
    const token_hash = Buffer.from(`${on.owner.id}${n}`);
    await db
      .insertInto('invitations')
      .values({ ...row, ...more, token_hash })
      .execute();
  }
  await expect(on.invite()).rejects.toThrow('rate-limited');
  on.test.advance(DAY_MS);
  expect((await on.invite()).invite_id).not.toBeNull();
  expect(clock()).toBeGreaterThan(row.created_at);
});

it('what was over long ago is forgotten, and told to be gone', async () => {
  const old = await on.invite({ days: 1 });
  const accepted = await on.invite();
  await on.answerTo(on.guest, accepted.invite_id, true);
  const lasting = await on.invite({ days: 90, identifier: null });
  on.test.advance((INVITATION_LIMIT.keptDays + 2) * DAY_MS);
  await pruneInvitations(on.test.deps, on.test.deps.clock());
  const rows = await on.test.deps.db
    .transaction()
    .execute((trx) => INVITE_ROWS.read(trx, on.owner.id, null));
  expect(rows.map((row) => row.id)).toEqual([lasting.invite_id]);
  for (const person of [on.owner, on.guest]) {
    const gone = on.test.publish.facts.filter(
      ({ stream, event }) => event === 'row:gone' && stream === `account/${person.id}/invites`,
    );
    expect(gone.map(({ data }) => (data as { id: string }).id).toSorted()).toEqual(
      [old.invite_id, accepted.invite_id].toSorted(),
    );
  }
  const left = await on.test.deps.db
    .selectFrom('invitation_results')
    .selectAll()
    .where('invitation_id', '=', accepted.invite_id)
    .execute();
  expect(left).toEqual([]);
});

it('a server with as many people as it may have lets nobody in, nor for more than one may oneself', () => {
  const managed: readonly ServerPermission[] = [...KICKING, 'server.personnel'];
  const known = {
    own: new Map([
      ['free', managed],
      ['full', managed],
      ['less', KICKING],
    ]),
    theirs: new Map(),
    kept: new Set(['free', 'full', 'less']),
    full: new Set(['full']),
  };
  const outcomes = ['free', 'full', 'less', 'unknown'].map((id) => screen(known, id, KICKING));
  expect(outcomes).toEqual(['invited', 'limit-reached', 'permission-denied', 'not-found']);
  expect(screen(known, 'free', ['server.view', 'server.action.lock'])).toBe('permission-denied');
});

it('an account has no more open invitations than it may', async () => {
  for (let n = 0; n < INVITATION_LIMIT.open; n++) {
    await on.test.deps.db
      .insertInto('invitations')
      .values({
        id: `${on.owner.id.slice(0, 20)}${String(n).padStart(4, '0')}`,
        token_hash: Buffer.from(`${on.owner.id}${n}`),
        from_id: on.owner.id,
        to_id: null,
        permissions: [],
        server_ids: [],
        created_at: on.test.deps.clock(),
        expires_at: on.test.deps.clock() + DAY_MS,
        used_at: null,
        used_by: null,
        accepted: null,
      })
      .execute();
  }
  await expect(on.invite()).rejects.toThrow('limit-reached');
  // Those of others are not counted.
  expect((await (await host.on()).invite()).invite_id).not.toBeNull();
});
