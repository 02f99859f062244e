import type { OrganizationPermission, TeamPermission } from '../permissions.ts';
import type { GroupKind } from './limits.ts';

/** Which permission each thing needs that is done with a group. */
interface Needs<P> {
  readonly modify: P;
  readonly membersAdd: P;
  readonly membersModify: P;
  readonly membersRemove: P;
  readonly rolesCreate: P;
  readonly rolesModify: P;
  readonly rolesDelete: P;
  readonly rolesMove: P;
}

/** By the kind of the group. Second specification, section 6: moving roles has a permission of its own in teams alone. */
export const GROUP_NEEDS = {
  team: {
    modify: 'team.modify',
    membersAdd: 'team.members.add',
    membersModify: 'team.members.modify',
    membersRemove: 'team.members.remove',
    rolesCreate: 'team.roles.create',
    rolesModify: 'team.roles.modify',
    rolesDelete: 'team.roles.delete',
    rolesMove: 'team.hierarchy',
  },
  organization: {
    modify: 'organization.modify',
    membersAdd: 'organization.personnel.add',
    membersModify: 'organization.personnel.modify',
    membersRemove: 'organization.personnel.remove',
    rolesCreate: 'organization.roles.create',
    rolesModify: 'organization.roles.modify',
    rolesDelete: 'organization.roles.delete',
    rolesMove: 'organization.roles.modify',
  },
} as const satisfies {
  readonly [K in GroupKind]: Needs<K extends 'team' ? TeamPermission : OrganizationPermission>;
};
export type GroupDeed = keyof Needs<unknown>;
