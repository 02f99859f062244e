/** Who may set up webhooks, how many, and what is kept of them. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  ben,
  db,
  does,
  done,
  eachBansAnew,
  fresh,
  groups,
  list,
  newList,
  team,
} from '../../../tests/support/banning.ts';
import type { RolePermission } from '../../protocol/permissions.ts';
import { WEBHOOK_LIMIT } from '../../protocol/webhooks/limits.ts';
import { openPart } from './seal.ts';

eachBansAnew();

const SECRET = `whsec_${'A'.repeat(32)}`;
const URL_OF = 'https://example.org/in/TOKEN';
const set = (of: object = {}) => ({
  flavor: 'MUSTER',
  events: ['ban.added'],
  username: null,
  avatar_url: null,
  ...of,
});
const added = (of: object = {}) => ({
  webhook_id: fresh(),
  url: URL_OF,
  secret: SECRET,
  ...set(),
  ...of,
});
const add = (of: object = {}, by = ada, on = list) => does(by, `banlist/${on}/webhooks`, added(of));
const read = (id: string) =>
  db().selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

/** It was verified a moment ago. */
async function verified(id: string): Promise<void> {
  await db().updateTable('webhooks').set({ status: 'VERIFIED' }).where('id', '=', id).execute();
}

it('is made once, however often it is asked for, and of nobody else’s list', async () => {
  const body = added();
  await done(does(ada, `banlist/${list}/webhooks`, body));
  await done(does(ada, `banlist/${list}/webhooks`, body));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where banlist_id = ${list}
  `.execute(db());
  expect(rows).toEqual([{ count: 1 }]);
  const other = await newList({ kind: 'account', id: ada.id });
  expect(await does(ada, `banlist/${other}/webhooks`, body)).toBe('not-found');
});

it('keeps address and secret sealed, and tells neither', async () => {
  const body = added();
  await done(does(ada, `banlist/${list}/webhooks`, body));
  const kept = await read(body.webhook_id);
  const { secrets } = groups.test.deps;
  expect(openPart(secrets, body.webhook_id, 'url', kept!.sealed_url)).toBe(URL_OF);
  expect(openPart(secrets, body.webhook_id, 'secret', kept!.sealed_secret!)).toBe(SECRET);
  expect(JSON.stringify(kept)).not.toContain('TOKEN');
  const told = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-webhooks`);
  expect(told.body).not.toContain('TOKEN');
  expect(told.json()).toMatchObject({
    rows: [{ target: 'https://example.org/in/…', secret: true }],
  });
  expect(groups.test.logged.join('\n')).not.toMatch(/TOKEN|whsec_/);
  const facts = JSON.stringify(groups.test.publish.facts);
  expect(facts).toContain('https://example.org/in/…');
  expect(facts).not.toMatch(/TOKEN|whsec_/);
});

describe('how many there may be', () => {
  it('follows from the plan of whoever owns the list', async () => {
    await sql`update accounts set plan = 'free' where id = ${ada.id}`.execute(db());
    await done(add());
    expect(await add()).toBe('plan-limit-reached');
    await sql`
      update accounts set plan = 'pro', plan_status = 'ACTIVE' where id = ${ada.id}
    `.execute(db());
    await done(add());
  });

  it('is bounded whatever the plan', async () => {
    await sql`
      update accounts set plan = 'pro', plan_status = 'ACTIVE' where id = ${ada.id}
    `.execute(db());
    for (let count = 0; count < WEBHOOK_LIMIT.ofList; count += 1) await done(add());
    expect(await add()).toBe('limit-reached');
  });
});

describe('of a list of a team', () => {
  let ours: string;
  beforeEach(async () => {
    await sql`
      update accounts set plan = 'pro', plan_status = 'ACTIVE' where id = ${ada.id}
    `.execute(db());
    ours = await newList({ kind: 'team', id: team });
  });
  const may = async (...permissions: RolePermission[]) => {
    const role = await groups.role(permissions, { by: ada, of: team });
    await groups.member(ben, role, { by: ada, of: team });
  };

  it('whoever may only read it sets up none, and sees none', async () => {
    await may('team.view', 'banlist.view', 'banlist.list', 'banlist.modify');
    expect(await add({}, ben, ours)).toBe('permission-denied');
    const told = await ben.browser.get(`/app/v1/banlist/${ours}/ban-list-webhooks`);
    expect(told.statusCode).toBe(403);
  });

  it('whoever may not read its bans is not told of them by a webhook', async () => {
    await may('team.view', 'banlist.view', 'banlist.modify-integrations');
    expect(await add({}, ben, ours)).toBe('permission-denied');
  });

  it('whoever may do both does', async () => {
    await may('team.view', 'banlist.view', 'banlist.list', 'banlist.modify-integrations');
    await done(add({}, ben, ours));
  });
});

describe('changed', () => {
  let id: string;
  let was: number;
  const edit = (of: object = {}) =>
    does(ada, `banlist/${list}/webhooks/${id}/edit`, { ...set(), was, ...of });
  beforeEach(async () => {
    const body = added();
    id = body.webhook_id;
    await done(does(ada, `banlist/${list}/webhooks`, body));
    await verified(id);
    was = (await read(id))!.changed_at;
  });

  it('in what it is told, it goes on as it is', async () => {
    await done(edit({ events: ['ban.added', 'ban.revoked'] }));
    expect(await read(id)).toMatchObject({
      status: 'VERIFIED',
      events: ['ban.added', 'ban.revoked'],
    });
    expect(await edit()).toBe('row-changed');
  });

  it.each([{ url: 'https://example.net/' }, { flavor: 'DISCORD' }])(
    'by %o, it is verified again',
    async (of) => {
      await done(edit(of));
      expect(await read(id)).toMatchObject({ status: 'VERIFYING', security: 'UNDECIDED' });
    },
  );

  it('while it is paused, it stays so', async () => {
    await done(does(ada, `banlist/${list}/webhooks/${id}/pause`));
    await done(edit({ url: 'https://example.net/' }));
    expect(await read(id)).toMatchObject({ status: 'PAUSED' });
  });

  it('shows no sender where the format is Muster’s own', async () => {
    await done(edit({ username: 'Watch', avatar_url: 'https://example.org/a.png' }));
    expect(await read(id)).toMatchObject({ username: null, avatar_url: null });
  });

  it('to a format that is signed needs a secret', async () => {
    const body = added({ flavor: 'DISCORD', secret: undefined });
    await done(does(ada, `banlist/${list}/webhooks`, body));
    id = body.webhook_id;
    was = (await read(id))!.changed_at;
    expect(await edit()).toBe('secret-needed');
    await done(edit({ secret: SECRET }));
  });
});

it('a format that is signed needs a secret at once', async () => {
  expect(await add({ secret: undefined })).toBe('secret-needed');
  await done(add({ secret: undefined, flavor: 'DISCORD' }));
});

it.each([
  { url: 'ftp://example.org/' },
  { url: 'https://ada:secret@example.org/' },
  { url: 'https://example.org/#part' },
  { url: `https://example.org/${'x'.repeat(WEBHOOK_LIMIT.url)}` },
  { url: 'https://[::1' },
  { url: '' },
  { events: [] },
  { events: ['ban.added', 'ban.added'] },
  { events: ['ban.moved'] },
  { secret: 'whsec_short' },
  { secret: 'A'.repeat(40) },
  { username: 'Discord', flavor: 'DISCORD' },
  { username: 'Everyone', flavor: 'DISCORD' },
  { username: 'x'.repeat(81), flavor: 'DISCORD' },
  { avatar_url: 'http://example.org/a.png', flavor: 'DISCORD' },
  { flavor: 'SLACK' },
])('nothing is set up with %o', async (of) => {
  expect(await add(of)).toBe('invalid-request');
});

it('is removed with all that waits, and a list that goes takes its webhooks along', async () => {
  const body = added();
  await done(does(ada, `banlist/${list}/webhooks`, body));
  const path = `banlist/${list}/webhooks/${body.webhook_id}/remove`;
  await done(does(ada, path));
  await done(does(ada, path));
  expect(await read(body.webhook_id)).toBeUndefined();
  await done(add());
  await done(does(ada, `banlist/${list}/delete`, { identifier: 'Watch' }));
  expect(await add()).toBe('being-deleted');
});

it('what is done with one stands in the protocol of the list', async () => {
  const body = added();
  await done(does(ada, `banlist/${list}/webhooks`, body));
  const path = `banlist/${list}/webhooks/${body.webhook_id}`;
  for (const what of ['pause', 'pause', 'reset', 'remove'])
    await done(does(ada, `${path}/${what}`));
  const rows = await db()
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', `banlist/${list}`)
    .where('action', 'like', 'banlists.webhook-%')
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action.slice('banlists.webhook-'.length))).toEqual([
    'add',
    'pause',
    'reset',
    'remove',
  ]);
});
