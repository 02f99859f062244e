import type { Handler, Handlers } from '../calls/handler.ts';
import { askDecisions } from './ask.ts';
import type { Present } from './asked.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { bucketResource, permissionsOn, serverPermissions } from '../access/grants.ts';
import { readsPersonal } from '../players/seen-person.ts';
import { banListBacktest } from './backtest.ts';
import { banListFollowPreview } from './follow-preview.ts';
import { moduleAlone, triedOn } from './module-alone.ts';
import { modulesBacktest } from './modules-backtest.ts';
import { steamFacts } from './steam-facts.ts';
import { playerDecision } from './decision.ts';
import { openStays, slotsOf } from './present.ts';
import type { Database } from '../store/database.ts';
import type { DoorCallDeps } from './deps.ts';

/** `POST server/:id/modules/preview`: by the decision itself, as if the server asked nothing else. */
const modulesPreview: Handler<'modulesPreview', DoorCallDeps> = async (
  { params: { server_id }, body },
  { account, db, countries, vpnLists, settings, now },
) => {
  const { geoblocking, reserved_slots, steam, vpn, bucket_id: bucket } = body;
  if (geoblocking ?? steam ?? vpn) await refuseUnseen(db, account.id, server_id);
  if (bucket !== undefined) await refuseOthers(db, account.id, bucket);
  const stays = await openStays(db, [server_id]);
  const asked = await triedOn(stays, body, { countries, vpnLists });
  const slots = reserved_slots === undefined ? null : await slotsOf(db, server_id);
  const door = { modules: moduleAlone(body, settings), canWarn: false, slots, bucket };
  const decisions = await askDecisions(db, server_id, asked, door, now);
  const kept = decisions.filter(
    (one) => one.verdict !== 'let-in' && one.because.entry.kind !== 'ban',
  );
  const isAsked = settings.steamKey !== undefined;
  const said = steam === undefined ? null : await steamFacts(db, isAsked ? asked : []);
  const unknown = asked.filter(({ id, present, country }) => {
    if (geoblocking !== undefined) return country === null;
    if (vpn !== undefined) return present.ip === null;
    return said === null ? isNobody(present) : !said.has(id);
  });
  return { players: stays.length, kept_out: kept.length, unknown: unknown.length };
};

/** Whoever tries one setting after the other learns where a player comes from, and what Steam says of them. */
async function refuseUnseen(db: Database, accountId: string, serverId: string): Promise<void> {
  const held = await serverPermissions(db, accountId, serverId);
  if (readsPersonal(held)) return;
  throw new HostError('permission-denied', 'This needs the permission server.view.personal.', {
    needs: ['server.view.personal'],
  });
}

/** Whoever tries one bucket after the other learns who is in it. */
async function refuseOthers(db: Database, accountId: string, id: string): Promise<void> {
  const held = await permissionsOn(db, accountId, bucketResource(id));
  if (!held.has('bucket.modify')) throw noSuch('bucket');
}

function isNobody({ steam_id, guid, bohemia_id, muster_id }: Present): boolean {
  return [steam_id, guid, bohemia_id, muster_id].every((one) => one === null);
}

/** `GET countries`. */
const countriesState: Handler<'countriesState', DoorCallDeps> = (_, { countries }) =>
  countries.state();

/** `GET vpn`. */
const vpnState: Handler<'vpnState', DoorCallDeps> = (_, { vpnLists }) => vpnLists.state();

export const doorCalls = {
  modulesPreview,
  modulesBacktest,
  playerDecision,
  countriesState,
  vpnState,
  banListBacktest,
  banListFollowPreview,
} satisfies Partial<Handlers<DoorCallDeps>>;
