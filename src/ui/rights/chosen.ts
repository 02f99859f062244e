import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { Way } from '../../protocol/rights/calls.ts';

export function isServerPermission(name: string): name is ServerPermission {
  return (SERVER_PERMISSION as readonly string[]).includes(name);
}

/** Of whoever has ways, those with a way to do this; with null, all. */
export function withPermission<T extends { readonly ways: readonly Way[] }>(
  rows: readonly T[],
  permission: ServerPermission | null,
): readonly T[] {
  if (permission === null) return rows;
  return rows.flatMap((row) => {
    const ways = row.ways.filter(({ permissions }) => permissions.includes(permission));
    return ways.length === 0 ? [] : [{ ...row, ways }];
  });
}
