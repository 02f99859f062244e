import type { ErrorCode } from '../../protocol/errors.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { PERSONNEL } from '../../protocol/personnel/resource.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { withImplied } from './rules.ts';

/** What matters beside what was given directly. */
export interface Beside {
  /** What the actor may do on the server, through whatever. */
  readonly own: readonly ServerPermission[];
  /** Somebody may manage its personnel who was not given that directly: a team's or an organization's people. */
  readonly managed: boolean;
}

/** Who gives whom exactly which permissions on a server. */
export interface Wanted {
  readonly actor: string;
  readonly subject: string;
  readonly permissions: readonly ServerPermission[];
  /** What the actor saw that the subject has; absent: whatever it is. */
  readonly was?: readonly ServerPermission[] | undefined;
}

export type Decision =
  | {
      readonly kind: 'change';
      readonly give: readonly ServerPermission[];
      readonly take: readonly ServerPermission[];
    }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly text: string };

/**
 * Decides what is given and taken directly, of those who were given something so. Nobody gives or takes what they do
 * not have, or over what they have not seen; nobody but the owner takes anything from the owner; no more accounts are
 * let in than may be, and a server is never left without anybody who may manage its personnel.
 */
export function decideChange(
  personnel: readonly Pick<RowOf<'personnel'>, 'muster_id' | 'permissions' | 'owner'>[],
  { actor, subject, permissions, was }: Wanted,
  { own, managed }: Beside,
): Decision {
  const rowOf = (id: string) => personnel.find(({ muster_id }) => muster_id === id);
  const held = rowOf(subject)?.permissions ?? [];
  const target = withImplied(permissions);
  const give = target.filter((permission) => !held.includes(permission));
  const take = held.filter((permission) => !target.includes(permission));
  const notYours = [...give, ...take].filter((permission) => !own.includes(permission));
  const isManaged =
    managed ||
    personnel.some(
      (row) => row.muster_id !== subject && row.permissions.includes('server.personnel'),
    );
  if (was !== undefined && withImplied(was).join() !== held.join())
    return refused('row-changed', 'Somebody else changed it in the meantime. Read it again.');
  if (notYours.length > 0) {
    const text = `You cannot give or take what you do not have: ${notYours.join(', ')}.`;
    return refused('permission-denied', text);
  }
  if (held.length === 0 && give.length > 0 && personnel.length >= PERSONNEL.most) {
    const text = `A server can have at most ${PERSONNEL.most} people.`;
    return refused('limit-reached', text);
  }
  if (take.length > 0 && rowOf(subject)?.owner === true && actor !== subject)
    return refused('owner-stays', 'Nobody takes anything from the owner of a server.');
  if (take.includes('server.personnel') && !isManaged)
    return refused('last-manager', 'Somebody must be left who can give permissions.');
  return { kind: 'change', give, take };
}

function refused(code: ErrorCode, text: string): Decision {
  return { kind: 'refused', code, text };
}
