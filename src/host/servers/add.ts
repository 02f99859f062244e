import type { z } from 'zod';
import { offeredActions } from '../../domain/actions/offered.ts';
import type { CALLS } from '../../protocol/calls.ts';
import { DEPLOYMENT_STEP } from '../../protocol/enumerations.ts';
import { hostKey, type ServerSnapshot } from '../../protocol/servers/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { addressKind } from '../connectors/address-rule.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { grantOwnServer, serverResource } from '../access/grants.ts';
import type { PlanRule } from '../access/plan.ts';
import type { SessionAccount } from '../identity/sessions.ts';
import { isUniqueViolation } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import {
  checkClaim,
  checkConnection,
  checkRemoteControl,
  checkTimeZone,
  claimed,
} from './check-connection.ts';
import { passwordContext, targetOf } from './connection.ts';
import type { ServerDeps } from './deps.ts';
import { checkPlanLimit } from './plan-limit.ts';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';

/** `POST servers/add`: the test, then the row; some host takes it and deploys. */
export const serversAdd: Handler<'serversAdd', ServerDeps> = async ({ body }, context) => {
  const { account, db } = context;
  checkRemoteControl(body);
  checkTimeZone(body.timezone);
  await checkPlanLimit(context.db, context.settings, context.account.id, context.now);
  const target = targetOf(body, body.rcon_password);
  const { address } = await checkConnection(target, context.ports, context.addressRule.allows);
  await checkClaim(db, body, account.id);
  const given = { ...body, private_address: addressKind(address) === 'private' };
  const id = await createServer(context, account, given, context.clock());
  return { server_id: id };
};

/** What somebody gives to add a server. */
interface GivenServer extends Omit<z.output<typeof CALLS.serversAdd.body>, 'acsrf_token'> {
  /** It is in a network of the operator's own, and may be. */
  readonly private_address: boolean;
}

/** Puts a server into the database, for an account that gets every permission on it. Answers its id. */
export async function createServer(
  deps: Pick<ServerDeps, 'db' | 'secrets' | 'publish'> & {
    readonly settings: PlanRule;
  } & Pick<ChangeContext, 'client'>,
  owner: Pick<SessionAccount, 'id' | 'displayName'>,
  given: GivenServer,
  now: number,
): Promise<string> {
  const { db, secrets, publish, settings, client } = deps;
  const id = newId(now);
  try {
    await change(
      { db, secrets, publish, now, ...(client === undefined ? {} : { client }) },
      async (made) => {
        const { trx } = made;
        await checkPlanLimit(trx, settings, owner.id, now);
        const { state, population, environment, deployment } = newServer(now);
        await trx
          .insertInto('servers')
          .values({
            id,
            owner: owner.id,
            identifier: given.identifier,
            name: given.name ?? null,
            game: given.game,
            timezone: given.timezone,
            created_at: now,
            deleting: null,
            host: given.host,
            host_key: hostKey(given.host),
            private_address: given.private_address,
            game_port: given.game_port,
            query_port: given.query_port,
            rcon_port: given.rcon_port,
            sealed_password:
              given.rcon_password === null
                ? null
                : secrets.seal(given.rcon_password, passwordContext(id)),
            log_folder: null,
            actions: offeredActions(given.game),
            state: JSON.stringify(state),
            population: JSON.stringify(population),
            environment: JSON.stringify(environment),
            deployment: JSON.stringify(deployment),
            lease_host: null,
          })
          .execute();
        await grantOwnServer(trx, owner.id, id, now);
        tellCreated(made, id, owner, deployment);
        made.changeGrants(owner.id);
        made.notify({ kind: 'server-changed', id });
        made.audit({
          actor: owner.id,
          resource: serverResource(id),
          action: 'servers.add',
          detail: { game: given.game },
          told: { after: toldOf(given) },
        });
      },
    );
  } catch (error) {
    if (isUniqueViolation(error, 'servers_claim')) throw claimed();
    throw error;
  }
  return id;
}

/** What the audit tells of it. */
function toldOf({ identifier, host, game_port, query_port, rcon_port, timezone }: GivenServer) {
  return { identifier, host, game_port, query_port, rcon_port, timezone };
}

type Fresh = Pick<ServerSnapshot, 'state' | 'population' | 'environment' | 'deployment'>;

/** What is known of a server before anybody has connected to it. */
export function newServer(now: number): Fresh {
  return {
    state: { state: 'STARTING', offline: false, ready: false, error: null, since: now },
    population: { players: null, slots: null, queue: null, source: 'unknown', observed_at: now },
    environment: unknownEnvironment(now),
    deployment: DEPLOYMENT_STEP.map((step) =>
      step === 'registered'
        ? { step, state: 'done', at: now, detail: 'The server is in the database.' }
        : { step, state: 'pending', at: null, detail: null },
    ),
  };
}

function tellCreated(
  made: Change,
  id: string,
  owner: Pick<SessionAccount, 'id' | 'displayName'>,
  deployment: Fresh['deployment'],
): void {
  const [registered] = deployment;
  if (registered === undefined) throw new HostError('internal-error', 'There are no steps.');
  made.tell(serverStream(id, 'list'), 'omega:deploy', { server_id: id, step: registered });
  made.tellConfigured(id, 'created', owner);
  made.tellAccount(owner.id, 'permissions');
}
