import { sql } from 'kysely';
import type { ChangeContext } from '../change/change.ts';
import { LATELY_MS, tellUntold, type Touched } from '../change/tell-untold.ts';
import { DISPLAY_ROWS } from './display-rows.ts';
import { WALL_ROWS } from './wall-rows.ts';

/** Tells the walls and displays that a host of an older version changed beside a new one, and told nobody. */
export async function tellLeftWalls(context: ChangeContext): Promise<void> {
  const { db, now } = context;
  for (const rows of [WALL_ROWS, DISPLAY_ROWS]) {
    const { permission, resourceOf } = rows;
    // Of what is removed nobody holds anything any more: whoever did that has it on the screen.
    const touched = await sql<Touched>`
      select coalesce(grants.subject, audit.actor) as owner,
        right(audit.resource, 24) as id, max(audit.at) as at
      from audit
      left join grants on grants.resource = audit.resource and grants.permission = ${permission}
      where audit.at > ${now - LATELY_MS} and audit.resource like ${resourceOf('%')}
        and coalesce(grants.subject, audit.actor) is not null
      group by 1, 2 order by 1, 2
    `.execute(db);
    await tellUntold(context, rows, touched.rows);
  }
}
