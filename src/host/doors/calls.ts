import { decide } from '../../domain/doors/decide.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { modules } from '../../protocol/modules/fields.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Handler, Handlers } from '../calls/handler.ts';
import { banListBacktest } from './backtest.ts';
import type { Countries } from './countries.ts';

export interface DoorCallDeps extends HostDeps {
  readonly countries: Countries;
}

/** `POST server/:id/modules/preview`: by the decision itself, as if it asked nothing else. */
const modulesPreview: Handler<'modulesPreview', DoorCallDeps> = async (
  { params, body },
  { db, countries, now },
) => {
  const stays = await db
    .selectFrom('play_sessions')
    .select('ip')
    .where('server_id', '=', params.server_id)
    .where('left_at', 'is', null)
    .execute();
  const set = {
    ...modules.parse(MODULES_UNSET),
    geoblocking: { ...body.geoblocking, active: true },
  };
  const door = { lists: [], modules: set, canWarn: false };
  const from = await Promise.all(stays.map(({ ip }) => countries.of(ip)));
  const nobody = { ids: [], identities: [], addresses: [] };
  const kept = from.filter((country) => {
    const visitor = { person: nobody, country, pings: [], warnedOfPing: null };
    return decide(visitor, door, now).verdict === 'kick';
  });
  const unknown = from.filter((country) => country === null).length;
  return { players: stays.length, kept_out: kept.length, unknown };
};

/** `GET countries`. */
const countriesState: Handler<'countriesState', DoorCallDeps> = (_, { countries }) =>
  countries.state();

export const doorCalls = { modulesPreview, countriesState, banListBacktest } satisfies Partial<
  Handlers<DoorCallDeps>
>;
