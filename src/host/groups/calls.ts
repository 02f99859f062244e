import type { Handler } from '../calls/handler.ts';
import { atOneMoment } from '../store/database.ts';
import { ORGANIZATION_ROWS, TEAM_ROWS } from './rows.ts';

/** `GET teams/list`. */
const teamsList: Handler<'teamsList'> = async (_input, { account, db }) =>
  atOneMoment(db, async (trx) => ({ teams: [...(await TEAM_ROWS.read(trx, account.id, null))] }));

/** `GET organizations`. */
const organizationsList: Handler<'organizationsList'> = async (_input, { account, db }) =>
  atOneMoment(db, async (trx) => ({
    organizations: [...(await ORGANIZATION_ROWS.read(trx, account.id, null))],
  }));

/** The calls about teams and organizations. */
export const groupCalls = { teamsList, organizationsList };
