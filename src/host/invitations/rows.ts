import type { Selectable } from 'kysely';
import { serverName } from '../../domain/servers/server-name.ts';
import { hasNoLinks } from '../../protocol/bans/report-text.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import { NAMED_SERVERS } from '../../protocol/invitations/resource.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Change } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import type { InvitationRow } from '../store/tables/account.ts';
import { sumsOf } from './results.ts';

type Row = RowOf<'invites'>;
/** An invitation as it is stored. */
export type Invitation = Selectable<InvitationRow>;

/** The invitations that an account has made or was given, the newest; the operator's, and those taken back, are for nobody. */
export const INVITE_ROWS: ToldRows<'invites'> = {
  resource: 'invites',
  async read(trx, accountId, ids) {
    const all = trx
      .selectFrom('invitations')
      .innerJoin('accounts as maker', 'maker.id', 'invitations.from_id')
      .leftJoin('accounts as guest', 'guest.id', 'invitations.to_id')
      .selectAll('invitations')
      .select(['maker.display_name as from_name', 'guest.display_name as to_name'])
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('from_id', '=', accountId), row('to_id', '=', accountId)]))
      .orderBy('invitations.created_at', 'desc')
      .limit(INVITATION_LIMIT.shown);
    const rows = await (ids === null ? all : all.where('invitations.id', 'in', ids)).execute();
    const names = await serverNames(
      trx,
      rows.flatMap(({ server_ids }) => named(server_ids)),
    );
    const sums = await sumsOf(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      server_id: null,
      from_id: row.from_id ?? accountId,
      from_name: row.from_name,
      to_id: row.to_id,
      to_name: row.to_name,
      permissions: permissionsOf(row),
      servers: row.server_ids.length,
      names: named(row.server_ids).flatMap((id) => names.get(id) ?? []),
      given: sums.get(row.id)?.given ?? 0,
      refused: [...(sums.get(row.id)?.refused ?? [])],
      at_once: row.at_once,
      state: stateOf(row),
      made_at: row.created_at,
      expires_at: row.expires_at,
    }));
  },
};

/** Tells an invitation to whoever made it, and to whoever it is for. */
export function tellInvitation(
  made: Change,
  { id, from_id, to_id }: Pick<Invitation, 'id' | 'from_id' | 'to_id'>,
): void {
  for (const account of [from_id, to_id]) {
    if (account !== null) made.tellRows(INVITE_ROWS, account, [id]);
  }
}

/** What it brings, as far as this version knows it. */
export function permissionsOf(row: Pick<Invitation, 'permissions'>): Row['permissions'] {
  return SERVER_PERMISSION.filter((permission) => row.permissions.includes(permission));
}

/** The names of the first servers of an invitation; one that is gone has none. */
export async function namesOf(
  db: Database | Trx,
  { server_ids }: Pick<Invitation, 'server_ids'>,
): Promise<readonly string[]> {
  const names = await serverNames(db, named(server_ids));
  return named(server_ids).flatMap((id) => names.get(id) ?? []);
}

function named(serverIds: readonly string[]): readonly string[] {
  return serverIds.slice(0, NAMED_SERVERS);
}

/** That its time is over is for whoever looks to say: nobody is told at that moment. */
function stateOf({ accepted }: Pick<Invitation, 'accepted'>): Row['state'] {
  if (accepted === null) return 'pending';
  return accepted ? 'accepted' : 'declined';
}

async function serverNames(
  db: Database | Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('servers')
    .select(['id', 'identifier', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ id, identifier, name }) => {
      // Strangers get it by mail: a name that is a link could lead them anywhere.
      const isPlain = name !== null && hasNoLinks(name);
      return [id, serverName(isPlain ? { identifier, name } : { identifier })];
    }),
  );
}
