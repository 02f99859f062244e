import { placeAll } from '../../domain/doors/decide-all.ts';
import { decide, DECISION_VERSION } from '../../domain/doors/decide.ts';
import { standings } from '../../domain/doors/standings.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { readModules } from '../modules/store.ts';
import { guestsOf, UNREAD } from './ask.ts';
import type { Asked } from './asked.ts';
import type { DoorCallDeps } from './deps.ts';
import { hitsOf, readFilters } from './filters.ts';
import { inForce } from './settings.ts';
import { openStays, slotsOf } from './present.ts';

/**
 * `GET server/:id/stays/:stay/decision`: the decision of now, asked as the host that runs the server asks it, but for pings and
 * messages, which only that one hears.
 */
export const playerDecision: Handler<'playerDecision', DoorCallDeps> = async (
  { params: { server_id, stay_id } },
  { db, countries, vpnLists, settings, now },
) => {
  const stays = await openStays(db, [server_id]);
  if (!stays.some(({ id }) => id === stay_id)) throw noSuch('stay');
  const modules = inForce((await readModules(db, server_id)).modules, settings);
  const filters = await readFilters(db, server_id);
  const isKept = modules.reserved_slots.active;
  // Only where places are kept free it depends on who else is on.
  const people = isKept ? stays : stays.filter(({ id }) => id === stay_id);
  const asked = await Promise.all(
    people.map(async ({ id, joined_at: joinedAt, name, ...present }): Promise<Asked> => {
      const country = modules.geoblocking.active ? await countries.of(present.ip) : null;
      const network = modules.vpn.active ? await vpnLists.find(present.ip) : null;
      const named = hitsOf(filters, 'NAME_FILTER', name, now);
      return { ...UNREAD, present, id, joinedAt, country, network, named };
    }),
  );
  const slots = isKept ? await slotsOf(db, server_id) : null;
  // Of what is asked here nothing warns in private: a name filter kicks or bans.
  const door = { modules, canWarn: false, slots };
  const read = await guestsOf(db, server_id, asked, door, now);
  const placed = placeAll(read.guests, read.full, read.slots, now);
  const visitor = placed.find(({ id }) => id === stay_id);
  if (visitor === undefined) throw noSuch('stay');
  const located = stays.some(({ id, ip }) => id === stay_id && ip !== null);
  const uses = (type: 'NAME_FILTER' | 'CHAT_FILTER') => filters.some((one) => one.type === type);
  const full = { ...read.full, filters: { name: uses('NAME_FILTER'), chat: uses('CHAT_FILTER') } };
  return {
    at: now,
    version: DECISION_VERSION,
    verdict: decide(visitor, full, now).verdict,
    rules: [...standings({ ...visitor, located }, full, now)],
  };
};
