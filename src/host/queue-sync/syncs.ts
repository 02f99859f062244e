/** Writes the files of queue priority that are due: a few at once, and each by one host alone. */
import { sql } from 'kysely';
import { z } from 'zod';
import { peopleFirst } from '../../domain/buckets/priority-file.ts';
import { trusts } from '../../domain/queue-sync/key.ts';
import { hexId } from '../../protocol/fields.ts';
import { QUEUE_SYNC_LIMIT, type QueueSyncCause } from '../../protocol/queue-sync/limits.ts';
import type { HostDeps } from '../calls/deps.ts';
import { guardedPorts, type AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { newToken } from '../store/ids.ts';
import { macWith } from '../store/secrets/secrets.ts';
import { SYNC_QUEUE } from './due.ts';
import { openFtp } from './ftp.ts';
import { putFile } from './put-file.ts';
import { RemoteFailure, type RemoteFolder, type RemoteSpec } from './remote.ts';
import { openSecret } from './secret.ts';
import { openSftp } from './sftp.ts';
import { endSync, keepWritten, leaveSync, takeSync, type SyncOutcome, type Taken } from './take.ts';

/** So many machines are talked to at once; others wait for so long. */
const AT_ONCE = 8;
const FULL_WAIT = 2_000;
/** How long it may take to log in, and then to read and write, ms. Together less than a lease. */
const OPENING = 20_000;
const WRITING = 40_000;
/** So much of the hash of an id tells it apart. */
const HASH_CHARACTERS = 16;

export interface QueueSyncDeps extends Pick<
  HostDeps,
  'db' | 'publish' | 'secrets' | 'clock' | 'log'
> {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
}

const payload = z.object({ server_id: hexId });

export class QueueSyncs {
  readonly #deps: QueueSyncDeps;
  readonly #hashKey: Buffer;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(deps: QueueSyncDeps) {
    this.#deps = deps;
    this.#hashKey = deps.secrets.macKey('queue sync');
  }

  /** The job: begins what is due. It does not wait for the end, or one machine that hangs would hold up all jobs. */
  async look(given: unknown): Promise<void> {
    const { server_id } = payload.parse(given);
    const { db, clock } = this.#deps;
    if (this.#running.size >= AT_ONCE) {
      const runAt = clock() + FULL_WAIT;
      const key = `${server_id} ${newToken()}`;
      await enqueue(db, { kind: SYNC_QUEUE, key, payload: { server_id }, runAt });
      return;
    }
    const taken = await takeSync(this.#deps, server_id, newToken());
    if (taken === null) return;
    const running = this.#sync(taken)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, server: server_id }, 'A sync could not be ended.');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Ends what runs; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #sync(taken: Taken): Promise<void> {
    let shown: string | null = null;
    const see = (key: string) => {
      shown = key;
      return trusts(taken.trusted_key, key);
    };
    const outcome = await this.#outcomeOf(taken, see);
    if (this.#stopping.signal.aborted) return leaveSync(this.#deps, taken);
    await endSync(this.#deps, taken, { ...outcome, shown });
  }

  async #outcomeOf(
    taken: Taken,
    see: (key: string) => boolean,
  ): Promise<Pick<SyncOutcome, 'cause' | 'file'>> {
    const { log } = this.#deps;
    const { server_id: server } = taken;
    try {
      return await this.#write(taken, see);
    } catch (error) {
      const cause = error instanceof RemoteFailure ? error.reason : 'unexpected';
      const isKnown = error instanceof RemoteFailure;
      log.warn(
        { server, cause, ...(!isKnown && { err: error }) },
        'The file of queue priority was not written.',
      );
      return { cause, file: null };
    }
  }

  async #write(
    taken: Taken,
    see: (key: string) => boolean,
  ): Promise<Pick<SyncOutcome, 'cause' | 'file'>> {
    const { clock, db } = this.#deps;
    const { server_id } = taken;
    const { buckets, entries } = await this.#wanted(server_id);
    const { ids, left } = peopleFirst(entries, clock());
    if (ids.length > QUEUE_SYNC_LIMIT.people) throw new RemoteFailure('too-large');
    // Whom Muster put there before goes, though there is no bucket any more.
    const noBucket: QueueSyncCause | null = buckets === 0 ? 'no-bucket' : null;
    if (noBucket !== null && taken.written.length === 0) return { cause: noBucket, file: null };
    const hashOf = (id: string) =>
      macWith(this.#hashKey, `${server_id} ${id}`).toString('hex').slice(0, HASH_CHARACTERS);
    const before = new Set(taken.written);
    const written = ids.map(hashOf);
    const { foreign } = await this.#inFolder(taken, see, (folder) =>
      putFile(folder, {
        ids,
        isOurs: (id) => before.has(hashOf(id)),
        beforeWrite: async () => {
          const all = [...new Set([...taken.written, ...written])];
          if (!(await keepWritten(db, taken, all))) throw new RemoteFailure('unexpected');
        },
      }),
    );
    const ends = entries.map(({ until }) => until);
    return { cause: noBucket, file: { people: ids.length, left, foreign, written, ends } };
  }

  /**
   * The entries of the buckets of queue priority that a server uses, with every SteamID64 of whom they find, as the doors find
   * them: whoever added somebody may not have seen it, nor may anybody have known it then. It goes to the game's machine alone.
   */
  async #wanted(server: string) {
    const { db, clock } = this.#deps;
    const { rows } = await sql<{ buckets: number }>`
      select count(*)::int as buckets from bucket_servers u join buckets b on b.id = u.bucket_id
      where u.server_id = ${server} and b.type = 'QUEUE_PRIORITY'
    `.execute(db);
    const { rows: entries } = await sql<{ steam_ids: string[]; until: number | null }>`
      with wanted as (
        select e.id, e.key_created_at as since, e.data->>'steam_id' as steam_id,
          (e.data->>'until')::bigint as until
        from bucket_servers u
        join buckets b on b.id = u.bucket_id and b.type = 'QUEUE_PRIORITY'
        join paged_bucket_entries e on e.owner_id = b.id
        where u.server_id = ${server}
          and ((e.data->>'until') is null or (e.data->>'until')::bigint > ${clock()}::bigint)
        order by e.key_created_at, e.id limit ${2 * QUEUE_SYNC_LIMIT.people}
      ), keys as materialized (
        select w.id, split_part(k.key, ' ', 1) as kind, split_part(k.key, ' ', 2) as value
        from wanted w join bucket_keys k on k.entry_id = w.id
      ), found as (
        select id, value::bpchar as player from keys where kind = 'person'
        union
        select k.id, i.muster_id from keys k
        join player_identities i on i.kind = k.kind and i.value = k.value
      ), people as (
        select id, player from found
        union
        select f.id, o.id from found f
        join persons p on p.id = f.player join persons o on o.person = p.person
      ), ids as (
        select id, steam_id from wanted where steam_id is not null
        union
        select p.id, i.value from people p
        join player_identities i on i.muster_id = p.player and i.kind = 'steam'
        where i.value ~ '^[0-9]{17}$'
      )
      select w.until, array_remove(array_agg(i.steam_id order by i.steam_id), null) as steam_ids
      from wanted w left join ids i on i.id = w.id
      group by w.id, w.since, w.until order by w.since, w.id
    `.execute(db);
    return { buckets: rows[0]?.buckets ?? 0, entries };
  }

  /** Does something in the folder of a server, and closes the connection, however it ends. */
  async #inFolder<T>(
    taken: Taken,
    see: (key: string) => boolean,
    work: (folder: RemoteFolder) => Promise<T>,
  ): Promise<T> {
    const closing = new AbortController();
    try {
      const opened = await this.#inTime(OPENING, 'unreachable', () =>
        this.#open(taken, see, closing.signal),
      );
      return await this.#inTime(WRITING, 'hanging', () => work(opened));
    } finally {
      closing.abort();
    }
  }

  async #open(
    taken: Taken,
    see: (key: string) => boolean,
    signal: AbortSignal,
  ): Promise<RemoteFolder> {
    const { ports, addressRule, secrets } = this.#deps;
    const { protocol, host, port, username, folder } = taken;
    const resolved = await guardedPorts(ports, addressRule.allows).resolve(host);
    signal.throwIfAborted();
    if (!resolved.ok) {
      const isUnknown = resolved.kind === 'hostname-not-resolved';
      throw new RemoteFailure(isUnknown ? 'host-unknown' : 'address-not-allowed');
    }
    const spec: RemoteSpec = {
      target: { protocol, host, port, username, folder },
      address: resolved.address,
      secret: openSecret(secrets, taken),
      trusts: see,
      signal,
    };
    return protocol === 'sftp' ? openSftp(spec) : openFtp(spec);
  }

  /** What takes longer is left alone: the connection is closed under it. A host that stops begins nothing. */
  async #inTime<T>(ms: number, late: QueueSyncCause, begin: () => Promise<T>): Promise<T> {
    const stopping = this.#stopping.signal;
    if (stopping.aborted) throw new RemoteFailure(late);
    const done = new AbortController();
    const over = new Promise<never>((_, reject) => {
      const end = () => reject(new RemoteFailure(late));
      const timer = setTimeout(end, ms);
      done.signal.addEventListener('abort', () => clearTimeout(timer));
      stopping.addEventListener('abort', end, { signal: done.signal });
    });
    try {
      return await Promise.race([begin(), over]);
    } finally {
      done.abort();
    }
  }
}
