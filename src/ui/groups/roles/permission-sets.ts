/** What a role can allow, in the parts in which people think of it, and what a tick makes of it. */
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import {
  BAN_LIST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  type RolePermission,
} from '../../../protocol/permissions.ts';
import { PERMISSION_GROUPS } from '../../parts/permission-groups.ts';

const SERVERS = [
  { part: 'see', permissions: PERMISSION_GROUPS.see },
  { part: 'act', permissions: PERMISSION_GROUPS.act },
  { part: 'manage', permissions: PERMISSION_GROUPS.manage },
  { part: 'banList', permissions: BAN_LIST_PERMISSION },
] as const;

export const PERMISSION_SETS = {
  team: [{ part: 'team', permissions: TEAM_PERMISSION }, ...SERVERS],
  organization: [
    { part: 'organization', permissions: ORGANIZATION_PERMISSION },
    { part: 'teamsOf', permissions: TEAM_PERMISSION },
    ...SERVERS,
  ],
} as const satisfies Readonly<
  Record<
    GroupKind,
    readonly { readonly part: string; readonly permissions: readonly RolePermission[] }[]
  >
>;

/** Without seeing a thing nobody can do anything with it: each permission brings that of its kind. */
const SEEING: readonly (readonly [readonly RolePermission[], RolePermission])[] = [
  [SERVER_PERMISSION, 'server.view'],
  [TEAM_PERMISSION, 'team.view'],
  [ORGANIZATION_PERMISSION, 'organization.view'],
  [BAN_LIST_PERMISSION, 'banlist.view'],
];

/** Some were ticked, or their ticks taken: without seeing a thing the rest of its kind goes too. */
export function ticked<P extends RolePermission>(
  held: readonly P[],
  names: readonly P[],
  on: boolean,
  mayGive: (name: P) => boolean,
): readonly P[] {
  if (!on) {
    const gone = new Set<RolePermission>(names);
    for (const [kind, seeing] of SEEING) {
      if (gone.has(seeing)) for (const one of kind) gone.add(one);
    }
    return held.filter((name) => !gone.has(name));
  }
  const next = new Set<P>([...held, ...names]);
  for (const [kind, seeing] of SEEING) {
    const isThere = kind.some((one) => next.has(one as P));
    if (isThere && mayGive(seeing as P)) next.add(seeing as P);
  }
  return [...next];
}
