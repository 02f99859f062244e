import { sql } from 'kysely';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { hostKey } from '../../protocol/servers/fields.ts';
import type { ConnectionTest, ConnectorTarget } from '../connectors/contract.ts';
import { guardedPorts } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { testConnection } from '../connectors/games/test-connection.ts';
import { HostError } from '../calls/host-error.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Connection } from './connection.ts';

const TEXT = {
  'hostname-not-resolved': 'The host name does not resolve to an address.',
  'address-not-allowed':
    'The operator of this Muster does not allow this address: see MUSTER_PRIVATE_ADDRESSES.',
  'unknown-server': 'Something answers, but not a server of this game.',
  'authentication-failed': 'The RCon password was refused.',
} as const;

/**
 * Logs in once, where `allows` lets an address through. Throws `HostError` with the code of what stands in
 * the way.
 */
export async function checkConnection(
  target: ConnectorTarget,
  ports: ConnectorPorts,
  allows: (address: string) => boolean,
): Promise<Extract<ConnectionTest, { ok: true }>> {
  const result = await testConnection(target, guardedPorts(ports, allows));
  if (result.ok) return result;
  const { fault } = result;
  throw new HostError(fault.kind, faultText(fault, target));
}

type Fault = Extract<ConnectionTest, { ok: false }>['fault'];

/** What a person may read of a fault. */
export function faultText(
  fault: Fault,
  { rcon }: Pick<ConnectorTarget, 'rcon'> = { rcon: null },
): string {
  if (fault.kind === 'forbidden') return fault.detail;
  if (fault.kind !== 'socket-unreachable') return TEXT[fault.kind];
  return `Nothing answers on the ${rcon === null ? 'query' : 'RCon'} port.`;
}

/** Refuses a game that needs a remote control and has none given, and the reverse. */
export function checkRemoteControl({
  game,
  rcon_port,
  rcon_password,
}: Pick<Connection, 'game' | 'rcon_port'> & { readonly rcon_password: string | null }): void {
  const needed = hasRemoteControl(game);
  const wrong = Object.entries({ rcon_port, rcon_password }).filter(
    ([, value]) => (value !== null) !== needed,
  );
  if (wrong.length === 0) return;
  throw new HostError(
    'invalid-request',
    needed ? 'This game needs the RCon port and password.' : 'This game has no remote control.',
    { fields: Object.fromEntries(wrong.map(([field]) => [field, needed ? 'required' : 'unused'])) },
  );
}

/**
 * Refuses an address that another server of this portal has. `except`: the server itself. Asked only once
 * the RCon password was accepted, and of the owner's own servers where there is none: what is registered
 * here is nobody else's business.
 */
export async function checkClaim(
  db: Database | Trx,
  { host, rcon_port, query_port, game_port, game }: Connection,
  owner: string,
  except?: string,
): Promise<void> {
  const other = await db
    .selectFrom('servers')
    .select('id')
    .where('host_key', '=', hostKey(host))
    .where(
      sql<number>`coalesce(rcon_port, query_port, game_port)`,
      '=',
      rcon_port ?? query_port ?? game_port,
    )
    .where('game', '=', game)
    .$if(rcon_port === null, (watched) => watched.where('owner', '=', owner))
    .executeTakeFirst();
  if (other !== undefined && other.id !== except) throw claimed();
}

/** The refusal of a claim that another server has. */
export function claimed(): HostError {
  return new HostError('already-claimed', 'A server with this address is in Muster already.');
}

/** Refuses a time zone that nobody knows. */
export function checkTimeZone(timezone: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch (error) {
    throw new HostError('invalid-request', `There is no time zone ${timezone}.`, {
      fields: { timezone: 'unknown_time_zone' },
      cause: error,
    });
  }
}
