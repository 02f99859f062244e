/** Reads the lists of other installations that are due: a few at once, and each by one host alone. */
import { z } from 'zod';
import type { Reading } from '../../domain/federation/merge.ts';
import { leaveAnswer, pullAnswer, type FederationCall } from '../../protocol/federation/wire.ts';
import { hexId } from '../../protocol/fields.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { ask, AskFailure, type Asked } from './ask.ts';
import { PULL_LIST } from './due.ts';
import { fingerprintOf, installationKey } from './key.ts';
import {
  forgetRemote,
  leaveRemote,
  readEnded,
  readFailed,
  takeRemote,
  writePage,
  type Taken,
} from './taken.ts';

/** So many lists are read at once; others wait for so long. */
const AT_ONCE = 4;
const FULL_WAIT = 10_000;
/** A list that takes longer, or changes all the time, is left for others after so long, and goes on after a while, ms. */
const RUN = 60_000;
const RUN_WAIT = 5_000;
const PAGES = 2_500;
/** How often both sides compare all that is shared, ms. */
const DIGEST_EVERY = 86_400_000;

export interface PullDeps extends Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock' | 'log'> {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
}

const payload = z.object({ remote_id: hexId });

export class ListPulls {
  readonly #deps: PullDeps;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** The installations that are being asked now. */
  readonly #asked = new Set<string>();

  constructor(deps: PullDeps) {
    this.#deps = deps;
  }

  /** The job: begins what is due. It does not wait for the end, or one machine that hangs would hold up all jobs. */
  async look(given: unknown): Promise<void> {
    const { remote_id: id } = payload.parse(given);
    const { db, clock, log } = this.#deps;
    const origin = await originOf(db, id);
    if (origin === null) return;
    // One installation that takes its time holds up its own lists alone.
    if (this.#running.size >= AT_ONCE || this.#asked.has(origin)) {
      // Whoever waits for a turn waits with one job, however often it was asked for.
      const runAt = (Math.floor(clock() / FULL_WAIT) + 1) * FULL_WAIT;
      const key = `${id} waits ${runAt}`;
      await enqueue(db, { kind: PULL_LIST, key, payload: { remote_id: id }, runAt });
      return;
    }
    this.#asked.add(origin);
    const taken = await takeRemote(this.#deps, id).catch((error: unknown) => {
      this.#asked.delete(origin);
      throw error;
    });
    if (taken === null) {
      this.#asked.delete(origin);
      return;
    }
    const running = this.#read(taken)
      .catch((error: unknown) => {
        log.error({ err: error, list: id }, 'Reading a followed list could not be ended.');
      })
      .finally(() => {
        this.#running.delete(running);
        this.#asked.delete(origin);
      });
    this.#running.add(running);
  }

  /** Resolves when nothing is being read. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Ends what runs; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #read(taken: Taken): Promise<void> {
    try {
      if (taken.ended === null) await this.#pull(taken);
      else await this.#leave(taken);
    } catch (error) {
      if (this.#stopping.signal.aborted) return leaveRemote(this.#deps, taken);
      const isKnown = error instanceof AskFailure;
      const cause = isKnown ? error.reason : 'failed-here';
      const { id: list, origin } = taken;
      const said = { list, origin, cause, ...(!isKnown && { err: error }) };
      this.#deps.log.warn(said, 'A followed list could not be read.');
      await readFailed(this.#deps, taken, cause);
    }
  }

  /** Page after page, until there is no more. */
  async #pull(taken: Taken): Promise<void> {
    const { share_id, digest_at } = taken;
    const { clock } = this.#deps;
    const since = clock();
    // Compared once in a run: where they differ, all is read anew, and compared again the next time.
    let digest = since - (digest_at ?? 0) >= DIGEST_EVERY;
    let reading: Reading | null = taken;
    for (let page = 0; reading !== null && page < PAGES && clock() - since < RUN; page += 1) {
      const { epoch, cursor: after, base }: Reading = reading;
      const body = { share_id, epoch, after, base, digest };
      const told = await this.#ask(taken, 'pull', body, pullAnswer);
      if (!told.ok) return this.#refused(taken, told.refused);
      if (told.answer.more && told.answer.changes.length === 0) throw new AskFailure('unreadable');
      if (told.answer.digest !== null) digest = false;
      reading = await writePage(this.#deps, taken, reading, told.answer);
    }
    if (reading !== null) await leaveRemote(this.#deps, taken, RUN_WAIT);
  }

  async #leave(taken: Taken): Promise<void> {
    // Whatever it answers: it does not share the list with this installation any more, or never did.
    await this.#ask(taken, 'leave', { share_id: taken.share_id }, leaveAnswer);
    await forgetRemote(this.#deps, taken);
  }

  async #refused(taken: Taken, refused: string): Promise<void> {
    if (refused !== 'not-shared') throw new AskFailure('unreadable');
    await readEnded(this.#deps, taken);
  }

  async #ask<A extends z.ZodType>(
    { origin, key: known }: Taken,
    call: FederationCall,
    body: object,
    answer: A,
  ): Promise<Asked<z.output<A>>> {
    const { ports, addressRule, clock } = this.#deps;
    const key = await installationKey(this.#deps, clock());
    const asking = { ports, addressRule, key, clock, signal: this.#stopping.signal };
    const other = { origin, key: known, fingerprint: fingerprintOf(known) };
    return ask(asking, other, call, body, answer);
  }
}

/** By which address a list is read; null: it is no more. */
async function originOf(db: HostDeps['db'], id: string): Promise<string | null> {
  const row = await db
    .selectFrom('remote_lists')
    .select('origin')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.origin ?? null;
}
