import { SEEING } from '../../domain/permissions.ts';
import { withImplied } from '../../domain/personnel/rules.ts';
import {
  IMPLIED_SERVER_PERMISSION,
  SERVER_PERMISSION,
  type ServerPermission,
} from '../../protocol/permissions.ts';

const ACTING = /^server\.(?:action|game|bans|[\w-]+\.(?:add|edit|remove)$)/;

/** The permissions as people think of them. */
export const PERMISSION_GROUPS = {
  see: SEEING,
  act: SERVER_PERMISSION.filter((name) => ACTING.test(name)),
  manage: SERVER_PERMISSION.filter((name) => !SEEING.includes(name) && !ACTING.test(name)),
} as const;

/** A permission was given or taken: each brings seeing the server, and without that there is none. */
export function toggled(
  held: readonly ServerPermission[],
  name: ServerPermission,
  on: boolean,
): readonly ServerPermission[] {
  if (on) return withImplied([...held, name]);
  return name === IMPLIED_SERVER_PERMISSION ? [] : held.filter((one) => one !== name);
}

/**
 * Whether a person may switch a permission of somebody who has `before`: nobody gives or takes what they
 * lack, and seeing the server goes only with everything else.
 */
export function maySwitch(
  own: readonly ServerPermission[],
  before: readonly ServerPermission[],
  name: ServerPermission,
): boolean {
  if (!own.includes(name)) return false;
  return name !== IMPLIED_SERVER_PERMISSION || before.every((one) => own.includes(one));
}
