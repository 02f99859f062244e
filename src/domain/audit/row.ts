import type { PagedRow } from '../../protocol/resources/registry.ts';

/** So many things of one entry can be looked for. */
const THINGS_MAX = 100;
const ID = /^[0-9a-f]{24}$/;

/** An entry of a server's audit; `actor` is null for the host itself. */
export function auditRow(
  told: Pick<PagedRow<'audit'>, 'id' | 'server_id' | 'at' | 'action' | 'detail'>,
  actor: { readonly id: string; readonly name: string } | null,
): PagedRow<'audit'> {
  const { id, server_id, at, action, detail } = told;
  return {
    id,
    server_id,
    at,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? '',
    action,
    detail,
    things: thingsOf(detail),
  };
}

/** The ids that a detail names. */
function thingsOf(detail: Readonly<Record<string, unknown>>): string[] {
  const ids = Object.values(detail)
    .flat()
    .filter((value): value is string => typeof value === 'string' && ID.test(value));
  return [...new Set(ids)].slice(0, THINGS_MAX);
}
