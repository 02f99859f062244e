import { sql } from 'kysely';
import type { Handler } from '../calls/handler.ts';
import { displayResource } from '../access/grants.ts';
import { displayOf } from './display-row.ts';

/** `GET displays`. */
export const displaysList: Handler<'displaysList'> = async (_input, { db, account, now }) => {
  const rows = await db
    .selectFrom('displays')
    .innerJoin('grants', (join) =>
      join.on('grants.resource', '=', sql`${displayResource('')} || displays.id`),
    )
    .selectAll('displays')
    .where('grants.subject', '=', account.id)
    .where('grants.permission', '=', 'display.modify')
    .orderBy((row) => row.fn('lower', ['displays.name']))
    .orderBy('displays.id')
    .execute();
  return { displays: rows.map((row) => displayOf(row, now)) };
};
