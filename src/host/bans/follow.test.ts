import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  server,
  team,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { askedOfBans } from '../../../tests/support/asked-of-bans.ts';
import { serversObeying } from '../doors/ask.ts';
import { deleteBanList } from './delete-job.ts';
import { BAN_LIST_FOLLOW_ROWS, BAN_LIST_ROWS, SERVER_BAN_LIST_ROWS } from './rows.ts';

eachBansAnew();

/** Somebody else's list, which can be followed. */
async function followable(by = ben): Promise<string> {
  const id = await newList({ kind: 'account', id: by.id }, by);
  expect(await does(by, `banlist/${id}`, { identifier: 'Theirs', allow_followers: true })).toBe(
    'done',
  );
  return id;
}
const rowOf = async (id: string, by = ben): Promise<RowOf<'banLists'>> => {
  const rows = await groups.read((trx) => BAN_LIST_ROWS.read(trx, by.id, [id]));
  if (rows[0] === undefined) throw new Error('The list is not seen.');
  return rows[0];
};
const codeOf = async (id: string, by = ben) => (await rowOf(id, by)).share_code ?? '';
const follow = async (code: string, id = list, by = ada) =>
  does(by, `banlist/${id}/follows`, { share_code: code });
const unfollow = (followed: string, id = list, by = ada) =>
  does(by, `banlist/${id}/follows/${followed}/remove`);
const assign = (id: string, primary = false, by = ada) =>
  does(by, `banlist/${id}/servers`, { server_id: server, primary });
const followed = (id = list) => groups.read((trx) => BAN_LIST_FOLLOW_ROWS.read(trx, id, null));
const banIn = (id: string, by: Person) =>
  does(by, `banlist/${id}/bans/create`, {
    ban_id: groups.fresh(),
    who: { kind: 'identity', steam_id: STEAM, name: 'Bob' },
    reason: 'Griefing',
    minutes: null,
  });
function decision() {
  return askedOfBans(db(), server, { steam_id: STEAM }, groups.test.deps.clock());
}

describe('a list that follows another', () => {
  it('keeps out who is banned there, and says through which list', async () => {
    const theirs = await followable();
    await assign(list);
    await banIn(theirs, ben);
    expect(await decision()).toEqual({ verdict: 'let-in' });
    expect(await follow((await codeOf(theirs)).toLowerCase())).toBe('done');
    expect(await decision()).toMatchObject({
      verdict: 'kick',
      because: {
        entry: {
          list: { id: theirs, identifier: 'Theirs', through: { id: list, identifier: 'Watch' } },
        },
      },
    });
    expect(await serversObeying(db(), theirs)).toEqual([server]);
    const [row] = await groups.read((trx) => SERVER_BAN_LIST_ROWS.read(trx, server, null));
    expect(row?.follows).toEqual(['Theirs']);
    expect(await unfollow(theirs)).toBe('done');
    expect(await decision()).toEqual({ verdict: 'let-in' });
    expect(await unfollow(theirs)).toBe('done');
  });

  it('says so of one that the server obeys itself, too, as if it followed none', async () => {
    const theirs = await followable();
    await follow(await codeOf(theirs));
    await assign(list);
    await banned();
    await banIn(theirs, ben);
    await does(ben, `banlist/${list}/follows`, { share_code: await codeOf(theirs) });
    const because = { entry: { list: { id: list, primary: true, through: null } } };
    expect(await decision()).toMatchObject({ because });
  });

  it('takes nothing of what the other follows, so that two can follow each other', async () => {
    const [theirs, third] = [await followable(), await followable()];
    await assign(list);
    await banIn(third, ben);
    expect(await follow(await codeOf(third), theirs, ben)).toBe('done');
    expect(await follow(await codeOf(theirs))).toBe('done');
    expect(await decision()).toEqual({ verdict: 'let-in' });
    await does(ada, `banlist/${list}`, { allow_followers: true });
    expect(await follow(await codeOf(list, ada), theirs, ben)).toBe('done');
  });

  it('tells its followers how many they are, and those who follow whose it is', async () => {
    const theirs = await followable();
    await follow(await codeOf(theirs));
    expect(await rowOf(theirs)).toMatchObject({ followers: 1, follows: [] });
    expect(await rowOf(list, ada)).toMatchObject({ followers: 0, follows: [theirs] });
    expect(await followed()).toMatchObject([
      { id: theirs, identifier: 'Theirs', owner_id: ben.id, bans: 0 },
    ]);
    await banIn(theirs, ben);
    expect(await followed()).toMatchObject([{ bans: 1 }]);
    const told = groups.test.publish.facts.filter(
      ({ stream }) => stream === `banlist/${list}/banListFollows`,
    );
    expect(told.at(-1)?.data).toMatchObject({ row: { bans: 1 } });
    const { rows } = await sql<{ text: string }>`
      select data::text as text from paged_ban_list_audit where owner_id = ${theirs}
    `.execute(db());
    const text = rows.map((row) => row.text).join();
    for (const secret of [list, ada.id]) expect(text).not.toContain(secret);
  });
});

describe('following is refused', () => {
  it('at the code, where it is unknown, of a list that cannot be followed, or of the list itself', async () => {
    const theirs = await followable();
    const code = await codeOf(theirs);
    expect(await follow('ABCD-EFGH-JKLM-NPQR')).toBe('share-code-unknown');
    expect(await follow('ABCD-EFGH')).toBe('invalid-request');
    expect(await follow(code, theirs, ben)).toBe('follows-itself');
    await does(ben, `banlist/${theirs}`, { allow_followers: false });
    expect(await follow(code)).toBe('not-followable');
    expect(await does(ben, `banlist/${theirs}/code`)).toBe('not-followable');
    const answer = await ada.browser.post(`/app/v1/banlist/${list}/follows`, { share_code: code });
    expect(answer.json()).toMatchObject({ fields: { share_code: 'not-followable' } });
  });

  it('where the list follows it already, or a server has it as its primary list', async () => {
    const theirs = await newList({ kind: 'account', id: ada.id });
    await does(ada, `banlist/${theirs}`, { allow_followers: true });
    const code = await codeOf(theirs, ada);
    await assign(list);
    await assign(theirs, true);
    expect(await follow(code)).toBe('already-primary');
    await assign(list, true);
    expect(await follow(code)).toBe('done');
    expect(await follow(code)).toBe('already-followed');
  });

  it('where the primary list of a server follows it already', async () => {
    const theirs = await followable();
    const code = await codeOf(theirs);
    const second = await newList({ kind: 'account', id: ada.id });
    await assign(list);
    await assign(second);
    expect(await follow(code)).toBe('done');
    const path = `/app/v1/banlist/${second}/follows`;
    const answer = await ada.browser.post(path, { share_code: code });
    expect(answer.json()).toMatchObject({
      code: 'followed-by-primary',
      fields: { share_code: 'followed-by-primary' },
    });
    expect(await assign(second, true)).toBe('done');
    expect(await follow(code, second)).toBe('done');
  });

  it('in other words where a server is to obey what its primary list follows, or what another follows is to be primary', async () => {
    const [second, third] = [
      await newList({ kind: 'account', id: ada.id }),
      await newList({ kind: 'account', id: ada.id }),
    ];
    await does(ada, `banlist/${third}`, { allow_followers: true });
    await assign(list);
    expect(await follow(await codeOf(third, ada))).toBe('done');
    for (const primary of [false, true]) {
      expect(await assign(third, primary)).toBe('followed-by-primary');
    }
    await assign(second, true);
    expect(await assign(third, true)).toBe('followed-by-another');
    expect(await assign(third)).toBe('done');
    const answer = await ada.browser.post(`/app/v1/banlist/${third}/servers`, {
      server_id: server,
      primary: true,
    });
    expect(answer.json()).toMatchObject({
      code: 'followed-by-another',
      fields: { server_id: 'followed-by-another' },
    });
    expect(await unfollow(third)).toBe('done');
    expect(await assign(third, true)).toBe('done');
  });

  it('beyond the limit, and for whoever may not change the list', async () => {
    const theirs = await followable();
    const code = await codeOf(theirs);
    expect(await follow(code, list, ben)).toBe('not-found');
    const others = await sql<{ id: string }>`
      insert into ban_lists (id, owner, owner_kind, identifier, created_at)
      select lpad(to_hex(n), 24, 'd'), ${ben.id}, 'account', 'L', 0
      from generate_series(1, ${BAN_LIMIT.follows}::int) n returning id
    `.execute(db());
    for (const { id } of others.rows) {
      const row = { banlist_id: list, followed_id: id, since: 0 };
      await db().insertInto('ban_list_follows').values(row).execute();
    }
    expect(await follow(code)).toBe('limit-reached');
    const ofTeam = await newList({ kind: 'team', id: team });
    const cid = await mate(['banlist.view', 'banlist.list']);
    expect(await follow(code, ofTeam, cid)).toBe('permission-denied');
  });
});

describe('a share code', () => {
  it('is for those who may change the list, and made anew ends nothing', async () => {
    const ofTeam = await newList({ kind: 'team', id: team });
    const cid = await mate(['banlist.view']);
    await does(ada, `banlist/${ofTeam}`, { allow_followers: true });
    const code = await codeOf(ofTeam, ada);
    expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    expect(await codeOf(ofTeam, cid)).toBe('');
    expect(await follow(code)).toBe('done');
    expect(await does(cid, `banlist/${ofTeam}/code`)).toBe('permission-denied');
    expect(await does(ada, `banlist/${ofTeam}/code`)).toBe('done');
    expect(await codeOf(ofTeam, ada)).not.toBe(code);
    expect((await followed()).length).toBe(1);
    const other = await newList({ kind: 'account', id: ada.id });
    expect(await follow(code, other)).toBe('share-code-unknown');
  });
});

describe('what is followed ends', () => {
  it('where it can be followed no more: its followers are told, and let in', async () => {
    const theirs = await followable();
    await assign(list);
    await banIn(theirs, ben);
    await follow(await codeOf(theirs));
    await does(ben, `banlist/${theirs}`, { allow_followers: false });
    expect(await decision()).toEqual({ verdict: 'let-in' });
    expect([await followed(), (await rowOf(theirs)).share_code]).toEqual([[], null]);
    const answer = await ada.browser.get(CALLS.banListAuditPage.path.replace(':banlist_id', list));
    const audit = CALLS.banListAuditPage.answer.parse(answer.json());
    expect(audit.rows[0]).toMatchObject({
      action: 'banlists.unfollowed',
      text: 'Theirs',
      actor_id: null,
    });
    await does(ben, `banlist/${theirs}`, { allow_followers: true });
    expect(await followed()).toEqual([]);
  });

  it('with the list, at once', async () => {
    const theirs = await followable();
    await assign(list);
    await banIn(theirs, ben);
    await follow(await codeOf(theirs));
    await does(ben, `banlist/${theirs}/delete`, { identifier: 'Theirs' });
    expect(await decision()).toEqual({ verdict: 'let-in' });
    await deleteBanList(groups.test.deps, { banlist_id: theirs });
    expect(await followed()).toEqual([]);
    expect((await rowOf(list, ada)).follows).toEqual([]);
  });
});
