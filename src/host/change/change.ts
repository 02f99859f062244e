/**
 * One change of the host's data, and everything that follows from it: rows, facts in the log, rows of the
 * audit, word to the other hosts. All of it is committed, or nothing.
 */
import type { AuditAction } from '../../domain/audit/actions.ts';
import type { EventData, EventName } from '../../protocol/events.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { accountStream, serverStream } from '../../protocol/streams.ts';
import { appendAudit, asSupport, type AuditEntry } from '../audit/append.ts';
import { keepAuditRows } from '../audit/rows.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Caller } from '../calls/handler.ts';
import type { SessionAccount } from '../identity/sessions.ts';
import type { Fact } from '../realtime/contract.ts';
import { notify } from '../realtime/log.ts';
import type { Control } from '../realtime/notice.ts';
import type { Trx } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { factsOf, streamOfChanged, type ChangedRows, type ToldRows } from './told-rows.ts';

/** What a change is made with: what a call's context has, or who has no caller, without `session`. */
export interface ChangeContext extends Pick<HostDeps, 'db' | 'publish'> {
  readonly secrets: Pick<Secrets, 'mac'>;
  /** The moment of the change, epoch milliseconds. */
  readonly now: number;
  /** Whoever makes it; null for the host itself or its operator at the terminal. */
  readonly session?: Caller['session'];
  /** Through what they may. */
  readonly through?: Caller['through'];
  /** Whoever called for it, for where from. */
  readonly client?: Pick<Caller['client'], 'address'>;
}

/**
 * By what somebody acts: their session, and the role that lets them, or `support`, with the id of the authorization where
 * it is known (`support/<id>`); null: it is their own to do.
 */
export interface ActsBy {
  readonly session: string;
  readonly through: string | null;
}

/** An entry of the audit: its moment is the change's, and so is whoever made it, and by what, unless it is said. */
type Audited = Omit<AuditEntry, 'at' | 'actor' | 'action' | 'detail'> &
  Partial<Pick<AuditEntry, 'actor' | 'detail'>> & {
    readonly action: AuditAction;
    readonly by?: ActsBy | null;
    /** Through what the caller may, where what opened the call is not what lets them. */
    readonly through?: string | null | undefined;
  };

/** What a unit of work tells: gathered while it runs, written at its end in an order that keeps locks short. */
export class Change {
  readonly trx: Trx;
  /** The moment of the change, epoch milliseconds. */
  readonly now: number;
  readonly #context: ChangeContext;
  readonly #facts: Fact[] = [];
  readonly #ended: string[] = [];
  readonly #granted = new Set<string>();
  readonly #notices: Control[] = [];
  readonly #entries: AuditEntry[] = [];
  readonly #changed: ChangedRows[] = [];
  #positions: readonly number[] = [];
  #headOf = new Map<string, number>();

  constructor(trx: Trx, context: ChangeContext) {
    this.trx = trx;
    this.now = context.now;
    this.#context = context;
  }

  /**
   * Tells an event on a stream, of `at`. What is answered gives its position, once the change is made. `kept`: where
   * it shows persons, the same by the ids that are kept.
   */
  tell<N extends EventName>(
    stream: string,
    event: N,
    data: EventData<N>,
    at: number = this.now,
    kept?: EventData<N>,
  ): () => number {
    const fact = { stream, event, data, at, ...(kept && { kept }) } as Fact;
    const index = this.#facts.push(fact) - 1;
    return () => {
      const position = this.#positions[index];
      if (position === undefined) throw new RangeError('Nothing of this change is told yet.');
      return position;
    };
  }

  /**
   * Tells rows of a resource as they are when the work is done, or that they are gone; its feature has changed them.
   * What is answered gives the position of the last of them, or without any where the stream stands.
   */
  tellRows(rows: ToldRows, ownerId: string, ids: readonly string[]): () => number {
    const changed = { rows, ownerId, ids };
    this.#changed.push(changed);
    const stream = streamOfChanged(changed);
    return () => {
      const position = this.#headOf.get(stream);
      if (position === undefined) throw new RangeError('Nothing of this change is told yet.');
      return position;
    };
  }

  /** Tells an account's tabs that something of it changed. */
  tellAccount(id: string, reason: EventData<'update'>['reason']): void {
    this.tell(accountStream(id), 'update', { muster_id: id, reason });
  }

  /** Puts into a server's feed who changed what of its configuration. */
  tellConfigured(
    server_id: string,
    what: Extract<FeedEntry, { kind: 'configuration' }>['change'],
    /** null: the operator, or the host itself. */
    by: Pick<SessionAccount, 'id' | 'displayName'> | null,
  ): void {
    const actor = by === null ? null : { muster_id: by.id, display_name: by.displayName };
    const entry = { kind: 'configuration', actor, change: what } as const;
    this.tell(serverStream(server_id, 'feed'), 'server:feed', { server_id, at: this.now, entry });
  }

  /** Puts a row into the audit. The address is of whoever calls: it says nothing of anybody else who acts by it. */
  audit({ actor: given, by: givenBy, through: givenWay, detail, told, ...entry }: Audited): void {
    const { session = null, client } = this.#context;
    const through = givenWay === undefined ? (this.#context.through ?? null) : givenWay;
    const caller = session?.account.id ?? null;
    const actor = given === undefined ? caller : given;
    const isCaller = actor === caller;
    const by = givenBy ?? (session !== null && isCaller ? { session: session.id, through } : null);
    const address = isCaller ? (client?.address ?? null) : null;
    this.#entries.push({
      ...entry,
      at: this.now,
      actor,
      detail: { ...detail, ...byOf(by) },
      told: { address, ...told },
    });
  }

  /** These sessions have ended: every host closes their sockets. */
  endSessions(ids: readonly string[]): void {
    this.#ended.push(...ids);
  }

  /** What a subject may do has changed: its open sockets gain and lose streams at once. */
  changeGrants(subject: string): void {
    this.#granted.add(subject);
  }

  /** Tells every host something else. */
  notify(message: Control): void {
    this.#notices.push(message);
  }

  /**
   * Writes what was gathered. Facts lock their streams in one order, all in one statement; whoever writes
   * into the audit waits for everybody who did before, so that comes last.
   */
  async write(): Promise<void> {
    const { trx } = this;
    const { publish, secrets } = this.#context;
    const entries = await asSupport(trx, this.#entries);
    const facts = [
      ...this.#facts,
      ...(await keepAuditRows(trx, entries)),
      ...(await this.#rowFacts()),
    ];
    if (facts.length > 0) this.#positions = await publish.append(trx, facts);
    for (const changed of this.#changed) {
      const stream = streamOfChanged(changed);
      this.#headOf.set(stream, await publish.position(trx, stream));
    }
    if (this.#ended.length > 0) await publish.sessionsEnded(trx, this.#ended);
    for (const subject of this.#granted) await publish.grantsChanged(trx, subject);
    for (const message of this.#notices) await notify(trx, message);
    await appendAudit(trx, secrets, ...entries);
  }

  /** Of the rows that changed, in one order of their streams, or two changes could wait for each other. */
  async #rowFacts(): Promise<readonly Fact[]> {
    const facts: Fact[] = [];
    const stream = streamOfChanged;
    for (const changed of this.#changed.toSorted((a, b) => (stream(a) < stream(b) ? -1 : 1))) {
      if (changed.ids.length > 0) facts.push(...(await factsOf(this.trx, changed, this.now)));
    }
    return facts;
  }
}

function byOf(by: ActsBy | null): Readonly<Record<string, string>> {
  if (by === null) return {};
  const { session, through } = by;
  if (through === null) return { session };
  const [way = '', support] = through.split('/');
  return { session, through: way, ...(support !== undefined && { support }) };
}

/** A change of rows, for a call that answers at which position their stream tells of it. */
export async function changeTold(
  context: ChangeContext,
  work: (made: Change) => Promise<() => number>,
): Promise<{ readonly position: number }> {
  const told = await change(context, work);
  return { position: told() };
}

/**
 * Makes a change in one transaction. `work` changes rows through `trx` and says what is told and audited;
 * that is written when it is done. Where anything throws, nothing has happened.
 */
export function change<T>(context: ChangeContext, work: (made: Change) => Promise<T>): Promise<T> {
  return context.db.transaction().execute(async (trx) => {
    const made = new Change(trx, context);
    const result = await work(made);
    await made.write();
    return result;
  });
}
