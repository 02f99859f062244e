/** Where the file of queue priority goes is set, and when it is written by hand. */
import ssh2, { type ParsedKey } from 'ssh2';
import { BLOT } from '../../domain/actions/secrets.ts';
import type { Game } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import { queueSyncTarget, type QueueSyncTarget } from '../../protocol/queue-sync/fields.ts';
import { serverResource } from '../access/grants.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { refuseUnseen } from '../calls/seen.ts';
import { readServerRow } from '../calls/server-row.ts';
import { changeTold, type Change } from '../change/change.ts';
import type { QueueSyncRow } from '../store/tables/queue-syncs.ts';
import { wakeAt } from './due.ts';
import type { RemoteSecret } from './remote.ts';
import { QUEUE_SYNC_ROWS, QUEUE_SYNC_TARGET_ROWS } from './rows.ts';
import { sealSecret } from './secret.ts';

type Fields = readonly (keyof QueueSyncTarget)[];
const TARGET = Object.keys(queueSyncTarget.shape) as (keyof QueueSyncTarget)[];
/** Where the secret is sent to: the stored one goes nowhere else. */
const SENT_TO: Fields = ['protocol', 'host', 'port', 'username'];
/** Who answers there. */
const MACHINE: Fields = ['protocol', 'host', 'port'];

/** `POST server/:id/queue-sync`. */
const queueSyncSet: Handler<'queueSyncSet'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { server_id: id } = params;
    const { trx, now } = made;
    const { was, ...given } = body;
    const target = queueSyncTarget.parse(given);
    refuseWithoutFile((await readServerRow(trx, id, true)).game);
    const before = await readSync(made, id);
    if (was !== undefined) refuseUnseen({ target: targetOf(before) }, { target: was });
    const secret = givenSecret(body);
    const changed = TARGET.filter((name) => before?.[name] !== target[name]);
    if (
      secret === null &&
      (before === undefined || SENT_TO.some((name) => changed.includes(name)))
    ) {
      throw new HostError(
        'password-needed',
        'Send the password or the key again: the stored one is never used for another address or user.',
        { fields: { password: 'required' } },
      );
    }
    const fields = secret === null ? changed : [...changed, 'secret'];
    if (fields.length === 0) return made.tellRows(QUEUE_SYNC_TARGET_ROWS, id, []);
    const { trusted_key = null, asked = 0, secret_kind, sealed_secret } = before ?? {};
    const isSame = !MACHINE.some((name) => changed.includes(name));
    const kept = { secret_kind, sealed_secret } as Pick<
      QueueSyncRow,
      'secret_kind' | 'sealed_secret'
    >;
    const row = {
      ...target,
      ...(secret === null
        ? kept
        : { secret_kind: secret.kind, sealed_secret: sealSecret(context.secrets, id, secret) }),
      trusted_key: isSame ? trusted_key : null,
      shown_key: null,
      changed_at: now,
      asked: asked + 1,
      due_at: now,
      cause: null,
      failing_since: null,
      tries: 0,
      ...(changed.length > 0 && { synced_at: null, tried_at: null, foreign_people: 0, people: 0 }),
    };
    await trx
      .insertInto('queue_syncs')
      .values({ server_id: id, ...row })
      .onConflict((conflict) => conflict.column('server_id').doUpdateSet(row))
      .execute();
    await wakeAt(trx, { server_id: id, asked: row.asked, due_at: now });
    const valuesOf = (of: QueueSyncTarget | null) =>
      of && Object.fromEntries(changed.map((name) => [name, of[name]]));
    const blot = secret === null ? {} : { secret: BLOT };
    auditSync(made, id, 'set', {
      detail: { fields },
      told: {
        before: { ...valuesOf(targetOf(before)), ...(before && blot) },
        after: { ...valuesOf(target), ...blot },
      },
    });
    made.tellConfigured(id, 'queue-sync', context.account);
    return tellSync(made, id);
  });

/** `POST server/:id/queue-sync/trust`. */
const queueSyncTrust: Handler<'queueSyncTrust'> = ({ params, body }, context) =>
  changeTold(context, async (made) => {
    const { server_id: id } = params;
    const before = await readSync(made, id);
    if (before === undefined) throw noSuch('file of queue priority');
    const { trusted_key, shown_key } = before;
    if (trusted_key === body.key) return made.tellRows(QUEUE_SYNC_TARGET_ROWS, id, []);
    refuseUnseen({ shown_key }, { shown_key: body.key });
    await askNow(made, before, { trusted_key: shown_key, shown_key: null });
    auditSync(made, id, 'trust', {
      told: { before: { trusted_key }, after: { trusted_key: shown_key } },
    });
    made.tellConfigured(id, 'queue-sync', context.account);
    return tellSync(made, id);
  });

/** `POST server/:id/queue-sync/now`. */
const queueSyncNow: Handler<'queueSyncNow'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { server_id: id } = params;
    const before = await readSync(made, id);
    if (before === undefined) throw noSuch('file of queue priority');
    await askNow(made, before, {});
    return made.tellRows(QUEUE_SYNC_ROWS, id, []);
  });

/** `POST server/:id/queue-sync/remove`. Sent again, it is gone. */
const queueSyncRemove: Handler<'queueSyncRemove'> = ({ params, body: _ }, context) =>
  changeTold(context, async (made) => {
    const { server_id: id } = params;
    const before = await readSync(made, id);
    if (before === undefined) return made.tellRows(QUEUE_SYNC_TARGET_ROWS, id, []);
    await made.trx.deleteFrom('queue_syncs').where('server_id', '=', id).execute();
    auditSync(made, id, 'remove', { told: { before: { ...targetOf(before), secret: BLOT } } });
    made.tellConfigured(id, 'queue-sync', context.account);
    return tellSync(made, id);
  });

function refuseWithoutFile(game: number): void {
  if (factsOf(game as Game).priorityFile) return;
  throw new HostError('no-queue-file', 'This game reads no file of queue priority.');
}

function readSync(made: Change, id: string) {
  return made.trx
    .selectFrom('queue_syncs')
    .selectAll()
    .where('server_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function targetOf(row: QueueSyncTarget | undefined): QueueSyncTarget | null {
  if (row === undefined) return null;
  const { protocol, host, port, username, folder } = row;
  return { protocol, host, port, username, folder };
}

async function askNow(
  { trx, now }: Change,
  { server_id, asked }: { readonly server_id: string; readonly asked: number },
  values: Partial<Pick<QueueSyncRow, 'trusted_key' | 'shown_key'>>,
): Promise<void> {
  const next = { asked: asked + 1, due_at: now };
  await trx
    .updateTable('queue_syncs')
    .set({ ...values, ...next })
    .where('server_id', '=', server_id)
    .execute();
  await wakeAt(trx, { server_id, ...next });
}

function tellSync(made: Change, id: string): () => number {
  made.tellRows(QUEUE_SYNC_ROWS, id, [id]);
  return made.tellRows(QUEUE_SYNC_TARGET_ROWS, id, [id]);
}

function auditSync(
  made: Change,
  id: string,
  verb: 'set' | 'trust' | 'remove',
  what: Pick<Parameters<Change['audit']>[0], 'detail' | 'told'>,
): void {
  made.audit({ resource: serverResource(id), action: `queue-sync.${verb}`, ...what });
}

/** What is sent to log in with; null: the stored one stays. */
function givenSecret(body: {
  readonly protocol: QueueSyncTarget['protocol'];
  readonly password?: string | undefined;
  readonly private_key?: string | undefined;
}): RemoteSecret | null {
  const { protocol, password, private_key: key } = body;
  if (key === undefined) return password === undefined ? null : { kind: 'password', password };
  if (protocol !== 'sftp' || password !== undefined) {
    throw new HostError('invalid-request', 'A key is for SFTP alone, in place of a password.', {
      fields: { private_key: 'unused' },
    });
  }
  if (parsedKey(key)?.isPrivateKey() !== true) {
    throw new HostError(
      'private-key-unusable',
      'This is not a private key that can be used: it must be one of SSH, without a passphrase.',
      { fields: { private_key: 'private-key-unusable' } },
    );
  }
  return { kind: 'key', key };
}

/** A file that says that it has no key is parsed to none, though the library's types say otherwise. */
function parsedKey(key: string): ParsedKey | undefined {
  const parsed = ssh2.utils.parseKey(key);
  return parsed instanceof Error ? undefined : parsed;
}

/** The calls about the file of queue priority. */
export const queueSyncCalls = { queueSyncSet, queueSyncTrust, queueSyncNow, queueSyncRemove };
