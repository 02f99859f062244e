import type { ToldRows } from '../change/told-rows.ts';

/** Which logs are read from a server's log folder, and what stands in the way. */
export const LOG_ROWS: ToldRows<'logs'> = {
  resource: 'logs',
  async read(trx, id) {
    const server = await trx
      .selectFrom('servers')
      .leftJoin('game_log_problems', 'game_log_problems.server_id', 'servers.id')
      .select(['log_folder', 'problem'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (server === undefined) return [];
    if (server.log_folder === null) return [{ id, server_id: id, problem: null, files: [] }];
    const files = await trx
      .selectFrom('game_logs')
      .select(['kind', 'file', 'line_at'])
      .where('server_id', '=', id)
      .orderBy('kind')
      .execute();
    return [{ id, server_id: id, problem: server.problem, files }];
  },
};
