import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUP_KIND, type GroupKind } from '../../src/protocol/groups/limits.ts';
import {
  ORGANIZATION_PERMISSION,
  TEAM_PERMISSION,
  type RolePermission,
} from '../../src/protocol/permissions.ts';
import { TestGroups, type Person } from '../support/groups.ts';

/** Where the role stands that is acted on, as whoever acts sees it. Their own goes last: acting on it may end the right. */
const PLACE = ['the owner', 'above', 'below', 'equal'] as const;
type Place = (typeof PLACE)[number];

interface Deed {
  readonly needs: Readonly<Record<GroupKind, RolePermission>>;
  /** What it answers on the owner's role; above one's own it is `hierarchy-denied`, and else it is done. */
  readonly onOwner: string;
  /** Does it to the role that stands there, or to somebody who has it. */
  does(stage: Stage, by: Person, place: Place): Promise<string>;
}

const INVITES = { team: 'team.members.add', organization: 'organization.personnel.add' } as const;

/** What is done with roles and with those who have them: written by hand from the second specification. */
const DEEDS: Readonly<Record<string, Deed>> = {
  'change a role': {
    needs: { team: 'team.roles.modify', organization: 'organization.roles.modify' },
    onOwner: 'owner-role',
    does: (stage, by, place) =>
      stage.call(by, `roles/${stage.roles[place]}`, { colour: '#112233' }),
  },
  'move a role': {
    needs: { team: 'team.hierarchy', organization: 'organization.roles.modify' },
    onOwner: 'owner-role',
    does: (stage, by, place) => stage.call(by, `roles/${stage.roles[place]}/move`, { above: null }),
  },
  'delete a role': {
    needs: { team: 'team.roles.delete', organization: 'organization.roles.delete' },
    onOwner: 'owner-role',
    does: (stage, by, place) => stage.call(by, `roles/${stage.roles[place]}/delete`),
  },
  'invite into a role': {
    needs: INVITES,
    onOwner: 'owner-role',
    does: (stage, by, place) => stage.invite(by, stage.roles[place]),
  },
  'give a role to who has none': {
    needs: { team: 'team.members.modify', organization: 'organization.personnel.modify' },
    onOwner: 'owner-role',
    does: (stage, by, place) =>
      stage.call(by, `members/${stage.idle.id}/role`, { role_id: stage.roles[place] }),
  },
  'take a role from who has it, and give another': {
    needs: { team: 'team.members.modify', organization: 'organization.personnel.modify' },
    onOwner: 'owner-role',
    does: (stage, by, place) =>
      stage.call(by, `members/${stage.people[place].id}/role`, { role_id: stage.spare }),
  },
  'remove a member': {
    needs: { team: 'team.members.remove', organization: 'organization.personnel.remove' },
    onOwner: 'owner-stays',
    does: (stage, by, place) => stage.call(by, `members/${stage.people[place].id}/remove`),
  },
};

let groups: TestGroups;

beforeAll(async () => {
  groups = await TestGroups.open();
});

afterAll(() => groups.close());

/** A group with a role above, equal to and below the one of whoever acts, and somebody in each. */
class Stage {
  readonly people: Record<Place, Person>;
  readonly roles: Record<Place, string>;
  /** The lowest role, which allows nothing. */
  readonly spare: string;
  /** Whoever acts, by the permission alone. */
  readonly actor: Person;
  /** Belongs to the group by a role that was deleted. */
  readonly idle: Person;
  readonly #at: string;

  private constructor(
    made: Pick<Stage, 'people' | 'roles' | 'spare' | 'actor' | 'idle'>,
    at: string,
  ) {
    this.people = made.people;
    this.roles = made.roles;
    this.spare = made.spare;
    this.actor = made.actor;
    this.idle = made.idle;
    this.#at = at;
  }

  static async set(kind: GroupKind, held: readonly RolePermission[]): Promise<Stage> {
    const owner = await groups.person();
    const of = await groups.found(owner, kind);
    const where = { by: owner, of, kind };
    const above = await groups.role([], where);
    const equal = await groups.role(held, where);
    const below = await groups.role([], where);
    const spare = await groups.role([], where);
    const gone = await groups.role([], where);
    const own = await groups.read(async (trx) => {
      const ofOwner = trx.selectFrom('group_roles').select('id').where('group_id', '=', of);
      return (await ofOwner.where('is_owner', '=', true).executeTakeFirstOrThrow()).id;
    });
    const roles = { 'the owner': own, above, equal, below };
    const [high, peer, low, actor, idle] = await Promise.all(
      [above, equal, below, equal, gone].map(async (role) => {
        const person = await groups.person();
        await groups.member(person, role, where);
        return person;
      }),
    );
    if (!high || !peer || !low || !actor || !idle) throw new Error('Somebody is missing.');
    const at = `${kind}/${of}`;
    const ended = await groups.does(owner, `${at}/roles/${gone}/delete`);
    if (ended !== 'done') throw new Error(ended);
    const people = { 'the owner': owner, above: high, equal: peer, below: low };
    return new Stage({ people, roles, spare, actor, idle }, at);
  }

  call(by: Person, path: string, body: Record<string, unknown> = {}): Promise<string> {
    return groups.does(by, `${this.#at}/${path}`, body);
  }

  async invite(by: Person, role_id: string): Promise<string> {
    const { id } = await groups.person();
    return this.call(by, 'invites', { invite_id: groups.fresh(), muster_id: id, role_id });
  }
}

describe.each(GROUP_KIND)('%s', (kind) => {
  const all = kind === 'team' ? TEAM_PERMISSION : ORGANIZATION_PERMISSION;

  it.each(Object.entries(DEEDS))('%s: on one’s own hierarchy and below alone', async (_, deed) => {
    const stage = await Stage.set(kind, [deed.needs[kind]]);
    const answers: string[] = [];
    for (const place of PLACE) answers.push(await deed.does(stage, stage.actor, place));
    expect(answers).toEqual([deed.onOwner, 'hierarchy-denied', 'done', 'done']);
  });

  it.each(Object.entries(DEEDS))('%s: by its permission, and by no others', async (_, deed) => {
    const others = all.filter((permission) => permission !== deed.needs[kind]);
    const stage = await Stage.set(kind, others);
    const stranger = await groups.person();
    for (const place of PLACE) {
      expect(await deed.does(stage, stage.actor, place)).toBe('permission-denied');
      expect(await deed.does(stage, stranger, place)).toBe('not-found');
    }
  });

  it.each(Object.entries(DEEDS))('%s: not once the role is taken away', async (_, deed) => {
    const stage = await Stage.set(kind, [deed.needs[kind]]);
    const { actor, people } = stage;
    const taken = await stage.call(people['the owner'], `members/${actor.id}/role`, {
      role_id: stage.spare,
    });
    expect(taken).toBe('done');
    for (const place of PLACE) expect(await deed.does(stage, actor, place)).not.toBe('done');
    const removed = await stage.call(people['the owner'], `members/${actor.id}/remove`);
    expect(removed).toBe('done');
    for (const place of PLACE) expect(await deed.does(stage, actor, place)).toBe('not-found');
  });

  it('an invitation is taken back by who could have made it', async () => {
    const stage = await Stage.set(kind, [INVITES[kind]]);
    const { actor, people, roles } = stage;
    const answers: string[] = [];
    for (const role_id of [roles.above, roles.below, roles.equal]) {
      const invite_id = groups.fresh();
      const asked = { invite_id, muster_id: (await groups.person()).id, role_id };
      expect(await stage.call(people['the owner'], 'invites', asked)).toBe('done');
      answers.push(await stage.call(actor, `invites/${invite_id}/revoke`));
    }
    expect(answers).toEqual(['hierarchy-denied', 'done', 'done']);
  });
});
