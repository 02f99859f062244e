import { z } from 'zod';
import type { Handler } from '../calls/handler.ts';
import { serverResource } from '../access/grants.ts';

const storedDetail = z.record(z.string(), z.unknown());

export const serverAudit: Handler<'serverAudit'> = async ({ params, query }, { db }) => {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.actor')
    .select([
      'audit.id',
      'audit.at',
      'audit.actor',
      'audit.action',
      'audit.detail',
      'accounts.display_name',
    ])
    .where('audit.resource', '=', serverResource(params.server_id))
    .$if(query.before !== undefined, (older) => older.where('audit.id', '<', query.before ?? 0))
    .orderBy('audit.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  return {
    rows: rows.slice(0, query.limit).map((row) => ({
      id: row.id,
      at: row.at,
      actor:
        row.actor === null
          ? null
          : { muster_id: row.actor, display_name: row.display_name ?? row.actor },
      action: row.action,
      detail: storedDetail.parse(JSON.parse(row.detail)),
    })),
    more: rows.length > query.limit,
  };
};
