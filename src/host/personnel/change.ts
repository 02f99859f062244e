import type { ServerPermission } from '../../protocol/permissions.ts';
import { withImplied } from '../../domain/personnel/rules.ts';

export type Change =
  | {
      readonly kind: 'change';
      readonly give: readonly ServerPermission[];
      readonly take: readonly ServerPermission[];
    }
  | { readonly kind: 'not-yours'; readonly permissions: readonly ServerPermission[] }
  | { readonly kind: 'owner-stays' }
  | { readonly kind: 'full' }
  | { readonly kind: 'last-manager' };

/** Whose permissions are changed, and what they have. */
export interface Changed {
  readonly held: readonly ServerPermission[];
  /** It is the owner of the server, and somebody else asks. */
  readonly othersOwner: boolean;
  /** As many accounts have any as may. */
  readonly full: boolean;
}

/**
 * Decides what giving an account exactly `wanted` comes to. Nobody can give or take what they do not have,
 * nobody but the owner takes anything from the owner, no more accounts are given any than may have some, and a
 * server is never left without anybody who may manage its personnel.
 */
export function decideChange(
  actor: readonly ServerPermission[],
  { held, othersOwner, full }: Changed,
  wanted: readonly ServerPermission[],
  otherManagers: number,
): Change {
  const target = withImplied(wanted);
  const give = target.filter((permission) => !held.includes(permission));
  const take = held.filter((permission) => !target.includes(permission));
  const notYours = [...give, ...take].filter((permission) => !actor.includes(permission));
  if (notYours.length > 0) return { kind: 'not-yours', permissions: notYours };
  if (full && held.length === 0 && give.length > 0) return { kind: 'full' };
  if (othersOwner && take.length > 0) return { kind: 'owner-stays' };
  if (take.includes('server.personnel') && otherManagers === 0) return { kind: 'last-manager' };
  return { kind: 'change', give, take };
}
