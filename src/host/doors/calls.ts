import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Handler, Handlers } from '../calls/handler.ts';
import { askDecisions, type Asked, type Present } from './ask.ts';
import { banListBacktest } from './backtest.ts';
import type { Countries } from './countries.ts';

export interface DoorCallDeps extends HostDeps {
  readonly countries: Countries;
}

/** `POST server/:id/modules/preview`: by the decision itself, as if the server asked nothing else. */
const modulesPreview: Handler<'modulesPreview', DoorCallDeps> = async (
  { params, body },
  { db, countries, now },
) => {
  const stays = await db
    .selectFrom('play_sessions')
    .select(['muster_id', 'steam_id', 'guid', 'bohemia_id', 'ip'])
    .where('server_id', '=', params.server_id)
    .where('left_at', 'is', null)
    .execute();
  const unset = modules.parse(MODULES_UNSET);
  const { geoblocking } = body;
  const set: Modules =
    geoblocking === undefined
      ? { ...unset, whitelist: { active: true, paused: false } }
      : { ...unset, geoblocking: { ...geoblocking, active: true } };
  const asked = await Promise.all(
    stays.map(async (present): Promise<Asked> => {
      const country = geoblocking === undefined ? null : await countries.of(present.ip);
      return { present, country, named: [], said: [], pings: [], warnedOfPing: null };
    }),
  );
  const decisions = await askDecisions(
    db,
    params.server_id,
    asked,
    { modules: set, canWarn: false },
    now,
  );
  const rule = geoblocking === undefined ? 'whitelist' : 'geoblocking';
  const kept = decisions.filter((one) => one.verdict !== 'let-in' && one.because.rule === rule);
  const unknown = asked.filter(({ present, country }) =>
    geoblocking === undefined ? isNobody(present) : country === null,
  );
  return { players: stays.length, kept_out: kept.length, unknown: unknown.length };
};

function isNobody({ steam_id, guid, bohemia_id, muster_id }: Present): boolean {
  return [steam_id, guid, bohemia_id, muster_id].every((one) => one === null);
}

/** `GET countries`. */
const countriesState: Handler<'countriesState', DoorCallDeps> = (_, { countries }) =>
  countries.state();

export const doorCalls = { modulesPreview, countriesState, banListBacktest } satisfies Partial<
  Handlers<DoorCallDeps>
>;
