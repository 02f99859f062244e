/** What a client shows before the host has answered is what the host then tells. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';
import { CALL_RULES } from '../../domain/resources/rules.ts';
import type { CallRule, ShownRow } from '../../domain/resources/rule.ts';
import { CALLS, type CallName } from '../../protocol/calls.ts';
import type { ToldName } from '../../protocol/resources/registry.ts';
import type { ToldRows } from '../change/told-rows.ts';
import {
  GROUP_INVITE_ROWS,
  ORGANIZATION_ROLE_ROWS,
  ORGANIZATION_ROWS,
  ORGANIZATION_TEAM_ROWS,
  TEAM_INVITE_ROWS,
  TEAM_MEMBER_ROWS,
  TEAM_ROLE_ROWS,
  TEAM_ROWS,
} from './rows.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let cid: Person;
let team: string;
let organization: string;
let high: string;
let low: string;

beforeAll(async () => {
  groups = await TestGroups.open();
  [ada, ben, cid] = [await groups.person(), await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  organization = await groups.found(ada, 'organization');
  const of = { by: ada, of: team };
  high = await groups.role(['team.view', 'team.members.list'], { ...of, name: 'Moderator' });
  low = await groups.role(['team.view'], { ...of, name: 'Guest' });
  await groups.member(ben, low, of);
});

afterAll(() => groups.close());

/** All that somebody may see, as their client holds it. */
async function heldBy(who: Person): Promise<Rows> {
  const rows = createRows();
  const read = async (of: ToldRows, owner: string) => {
    const found = await groups.read((trx) => of.read(trx, owner, null));
    const puts = found.map((row) => ({
      table: of.resource,
      id: row.id,
      before: undefined,
      after: row,
    }));
    applyChanges(rows, puts as never);
  };
  for (const of of [TEAM_ROWS, ORGANIZATION_ROWS, GROUP_INVITE_ROWS]) await read(of, who.id);
  for (const of of [TEAM_ROLE_ROWS, TEAM_MEMBER_ROWS, TEAM_INVITE_ROWS]) await read(of, team);
  for (const of of [ORGANIZATION_TEAM_ROWS, ORGANIZATION_ROLE_ROWS]) await read(of, organization);
  return rows;
}

/** Asks it of a client and of the host; answers the rows as they are foreseen, and as they are told. */
async function both(
  who: Person,
  name: CallName & keyof typeof CALL_RULES,
  params: Readonly<Record<string, string>>,
  body: Record<string, unknown> = {},
) {
  const rows = await heldBy(who);
  const rule = CALL_RULES[name] as CallRule<CallName, ToldName>;
  const given = { params, body } as never;
  const by = { muster_id: who.id, display_name: '', at: groups.test.deps.clock() };
  const shown = [rule.after(rows, given, by) ?? []].flat() as readonly ShownRow[];
  expect(shown).not.toEqual([]);
  const table = typeof rule.resource === 'function' ? rule.resource(rows, given) : rule.resource;
  const puts = shown.map(({ row_id: id, row }) => ({
    table,
    id,
    before: rows[table].get(id),
    after: row ?? undefined,
  }));
  applyChanges(rows, puts as never);
  const path = CALLS[name].path.replaceAll(/:(\w+)/g, (_, part: string) => params[part] ?? '');
  expect(await groups.does(who, path.replace('/app/v1/', ''), body)).toBe('done');
  const told = await heldBy(who);
  return {
    foreseen: new Map<string, unknown>(rows[table]),
    told: new Map<string, unknown>(told[table]),
  };
}

async function foresees(...asked: Parameters<typeof both>): Promise<void> {
  const { foreseen, told } = await both(...asked);
  expect(foreseen).toEqual(told);
}

it('of what the group is called, and of its roles', async () => {
  await foresees(ada, 'teamEdit', { group_id: team }, { identifier: 'Dawn', was: 'Watch' });
  const role_id = groups.fresh();
  const made = { role_id, name: 'Helper', colour: '#112233', permissions: ['team.view'] };
  await foresees(ada, 'teamRoleCreate', { group_id: team }, made);
  const edits = { name: 'Helpers', was: { name: 'Helper' } };
  await foresees(ada, 'teamRoleEdit', { group_id: team, role_id }, edits);
  await foresees(ada, 'teamRoleMove', { group_id: team, role_id }, { above: high });
  await foresees(ada, 'teamRoleMove', { group_id: team, role_id: high }, { above: null });
  await foresees(ada, 'teamRoleDelete', { group_id: team, role_id });
});

it('of members and invitations', async () => {
  const of = { group_id: team, muster_id: ben.id };
  await foresees(ada, 'teamMemberRole', of, { role_id: high });
  await foresees(ada, 'teamMemberRemove', of);
  const ask = async () => {
    const invite_id = groups.fresh();
    const asked = { invite_id, muster_id: cid.id, role_id: low };
    await groups.does(ada, `team/${team}/invites`, asked);
    return invite_id;
  };
  await foresees(ada, 'teamInviteRevoke', { group_id: team, invite_id: await ask() });
  await foresees(cid, 'groupInviteAnswer', { invite_id: await ask() }, { accept: true });
});

it('of teams in an organization', async () => {
  await foresees(ada, 'organizationTeamAdd', { group_id: organization }, { team_id: team });
  const named = { group_id: organization, team_id: team };
  await foresees(ada, 'organizationTeamRemove', named);
});

it('nothing of what a client cannot know', async () => {
  const rows = createRows();
  const given = { params: { group_id: team, role_id: high, muster_id: ben.id }, body: {} };
  const blank = ['teamRoleMove', 'teamMemberRole'] as const;
  for (const name of blank) {
    const rule = CALL_RULES[name] as CallRule<CallName, ToldName>;
    expect(rule.after(rows, given as never, { muster_id: '', display_name: '', at: 0 })).toBe(
      undefined,
    );
  }
});
