import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CALLS } from '../../protocol/calls.ts';
import type { HostDeps } from '../calls/deps.ts';
import { route } from '../http/route.ts';
import { displayResource } from '../access/grants.ts';
import { displayOf } from './display-row.ts';

/** `GET displays`. */
export function registerDisplaysList(app: FastifyInstance, deps: HostDeps): void {
  route(
    app,
    deps,
    CALLS.displaysList,
  )(async ({ db, account, now }) => {
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
  });
}
