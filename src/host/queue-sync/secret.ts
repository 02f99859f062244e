import type { QueueSyncSecret } from '../../protocol/queue-sync/limits.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import type { RemoteSecret } from './remote.ts';

/** Where it belongs: it opens for this server alone. */
function contextOf(serverId: string): string {
  return `server/${serverId}/queue-sync`;
}

export function sealSecret(secrets: Secrets, serverId: string, secret: RemoteSecret): Buffer {
  const text = secret.kind === 'password' ? secret.password : secret.key;
  return secrets.seal(text, contextOf(serverId));
}

/** Throws `SealError` where the key is another. */
export function openSecret(
  secrets: Secrets,
  row: {
    readonly server_id: string;
    readonly secret_kind: QueueSyncSecret;
    readonly sealed_secret: Buffer;
  },
): RemoteSecret {
  const text = secrets.open(row.sealed_secret, contextOf(row.server_id));
  return row.secret_kind === 'password'
    ? { kind: 'password', password: text }
    : { kind: 'key', key: text };
}
