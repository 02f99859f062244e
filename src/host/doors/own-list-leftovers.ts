/** Takes Muster's bans out of the lists of games that no connector is for any more, as far as they can be reached again. */
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { guardedPorts, type AddressRule } from '../connectors/address-rule.ts';
import type { OwnBanList } from '../connectors/contract.ts';
import { createConnector } from '../connectors/games/connect.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { storedTarget } from '../servers/connection.ts';
import {
  CLEAR_OWN_LIST,
  isSameList,
  isStillLeft,
  forgetLeftover,
  leftoverTried,
  takeLeftover,
  type Leftover,
  type Tried,
} from '../servers/own-bans-left.ts';
import type { Database } from '../store/database.ts';
import { persist, type Persistence } from '../store/persist.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { noteOwnBans } from './bans-for-game.ts';
import { oursOf, takeOut } from './own-entries.ts';

/** So many games are logged in to at once; others wait for so long, ms. */
const AT_ONCE = 4;
const FULL_WAIT = 10_000;
/** How long a game may take to answer, how often it is asked until then, and after what its connection ends whatever it does, ms. */
const ANSWERS = 30_000;
const ASKS = 500;
const ENDS = 150_000;
/** So many are taken out before they are kept: what a game that takes its time has done is not for nothing. */
const CHANGES = 5;

export interface LeftoversDeps extends Persistence {
  readonly db: Database;
  readonly publish: ChangeContext['publish'];
  readonly secrets: Secrets;
  readonly clock: () => number;
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
}

type Cleared = Omit<Tried, 'cut'>;

const payload = z.object({ left_id: hexId });

/** The game did not answer. */
const UNKNOWN: Cleared = { answered: false, found: null, left: null };

export class OwnListLeftovers {
  readonly #deps: LeftoversDeps;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: LeftoversDeps) {
    this.#deps = deps;
  }

  /** The job: begins what is due. It does not wait for the end, or one game that hangs would hold up all jobs. */
  async look(given: unknown): Promise<void> {
    const { left_id: id } = payload.parse(given);
    const { db, clock, log } = this.#deps;
    if (this.#running.size >= AT_ONCE) {
      const runAt = (Math.floor(clock() / FULL_WAIT) + 1) * FULL_WAIT;
      const key = `${id} waits ${runAt}`;
      await enqueue(db, { kind: CLEAR_OWN_LIST, key, payload: { left_id: id }, runAt });
      return;
    }
    const leftover = await takeLeftover(db, id, clock());
    if (leftover === null) return;
    const running = this.#try(leftover)
      .catch((error: unknown) => {
        log.error({ err: error, server: leftover.server_id }, 'a game’s list could not be cleared');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is changed any more; `stopping` ends what runs. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #try(leftover: Leftover): Promise<void> {
    const { db, clock, stopping } = this.#deps;
    if (!(await isStillLeft(db, leftover))) return forgetLeftover(db, leftover.id);
    const cleared = await this.#clear(leftover);
    const tried = { ...cleared, cut: stopping.aborted };
    if (!(await isStillLeft(db, leftover))) return forgetLeftover(db, leftover.id);
    const { answered, left } = tried;
    await persist(this.#deps, () =>
      change({ ...this.#deps, now: clock() }, async (made) => {
        await leftoverTried(made, leftover, tried);
        const server = await made.trx
          .selectFrom('servers')
          .selectAll()
          .where('id', '=', leftover.server_id)
          .executeTakeFirst();
        if (!answered || server === undefined || !isSameList(server, leftover)) return;
        await noteOwnBans(made, server, left);
      }),
    );
  }

  async #clear(leftover: Leftover): Promise<Cleared> {
    const { secrets, ports, addressRule, log, stopping } = this.#deps;
    const { server_id, private_address } = leftover;
    try {
      const target = storedTarget({ ...leftover, id: server_id }, secrets);
      const allows = private_address ? addressRule.keeps : addressRule.allows;
      const connector = createConnector(target, guardedPorts(ports, allows), () => {});
      const list = connector.bans;
      if (list === undefined || stopping.aborted) return UNKNOWN;
      // What the game has not answered then, it does not answer any more.
      const end = () => void connector.stop();
      const cancel = ports.clock.after(ENDS, end);
      stopping.addEventListener('abort', end);
      connector.start();
      try {
        return (await this.#answers(list)) ? await this.#takeOut(leftover, list) : UNKNOWN;
      } finally {
        cancel();
        stopping.removeEventListener('abort', end);
        await connector.stop();
      }
    } catch (error) {
      log.warn({ err: error, server: server_id }, 'a game’s list is left as it is for now');
      return UNKNOWN;
    }
  }

  async #answers(list: OwnBanList): Promise<boolean> {
    const { ports, stopping } = this.#deps;
    const ends = ports.clock.elapsed() + ANSWERS;
    while (!stopping.aborted && ports.clock.elapsed() < ends) {
      if ((await list.read()) !== null) return true;
      await new Promise<void>((resolve) => {
        ports.clock.after(ASKS, resolve);
      });
    }
    return false;
  }

  async #takeOut(leftover: Leftover, list: OwnBanList): Promise<Cleared> {
    const { db, secrets } = this.#deps;
    let answered = false;
    let found: number | null = null;
    const left = await takeOut(
      list,
      (bans) => oursOf(secrets, leftover.server_id, bans),
      async (there) => {
        answered = true;
        found ??= there;
        return isStillLeft(db, leftover);
      },
      CHANGES,
    );
    // A try before may have ended between taking them out and keeping that.
    if (found === 0 && !(await list.keep())) return UNKNOWN;
    return { answered, found, left };
  }
}
