import { sql } from 'kysely';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import type { Logger } from '../logger.ts';
import type { Database, Trx } from '../store/database.ts';
import { databaseNow } from '../store/now.ts';
import { endAuthorization, resourceOf, type Supported, type TellSeen } from './authorize.ts';

export interface SupportEndsDeps extends Omit<ChangeContext, 'now' | 'session' | 'client'> {
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
  readonly tellSeen: TellSeen;
}

/** A word of another host can be missed: look at least this often, milliseconds. */
const LOOK_MS = 15_000;
/** Until it is tried again while the database is away, or another host is at it. */
const RETRY_MS = 500;

/**
 * Ends what staff were let do when its time is over, on whichever host looks first: the rights are gone by then for every
 * question, and this tells sockets and tabs. Each host looks by itself, so that none has to live on for it.
 */
export class SupportEnds {
  readonly #deps: SupportEndsDeps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(deps: SupportEndsDeps) {
    this.#deps = deps;
  }

  /** Looks now, and from then on when something ends. */
  look(): void {
    if (this.#stopped) return;
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#look().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #look(): Promise<void> {
    let wait = LOOK_MS;
    do {
      this.#again = false;
      try {
        await endDue(this.#deps);
        wait = await untilNext(this.#deps.db);
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'what staff were let do could not be ended');
        wait = RETRY_MS;
      }
    } while (this.#again && !this.#stopped);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.look(), wait);
    this.#timer.unref();
  }
}

/** Ends what is over; what another host is ending is left to that. */
async function endDue(deps: SupportEndsDeps): Promise<void> {
  for (;;) {
    const ended = await change({ ...deps, now: deps.clock() }, (made) => endNext(made, deps));
    if (!ended) return;
  }
}

/** Ends the one that was over first. False: there is none, or another host ends it. */
async function endNext(made: Change, { tellSeen }: SupportEndsDeps): Promise<boolean> {
  const due = await nextDue(made.trx);
  if (due === null) return false;
  await lock(made.trx, due);
  if (!(await isDue(made.trx, due))) return false;
  await endAuthorization(made, tellSeen, due, null);
  return true;
}

/** What an authorization lets one of staff act on now, held until the change is made; null: there is none, or they are none. */
export async function lockHeld(trx: Trx, id: string, accountId: string): Promise<Supported | null> {
  const { rows } = await sql<Supported>`
    select ${WHAT} from support_authorizations w
    left join groups g on 'group/' || g.id = w.resource
    join accounts a on a.id = ${accountId} and 'staff' = any(a.titles)
    where w.id = ${id} and w.until > ${databaseNow}
  `.execute(trx);
  const [held] = rows;
  if (held === undefined) return null;
  await lock(trx, held);
  const still = sql`select from support_authorizations where id = ${id} for update`;
  return (await still.execute(trx)).rows.length > 0 ? held : null;
}

const WHAT = sql`coalesce(g.kind, 'server') as kind, split_part(w.resource, '/', 2) as id, g.identifier`;

async function nextDue(trx: Trx): Promise<Supported | null> {
  const { rows } = await sql<Supported>`
    select ${WHAT} from support_authorizations w
    left join groups g on 'group/' || g.id = w.resource
    where w.until <= ${databaseNow}
    order by w.until limit 1
  `.execute(trx);
  return rows[0] ?? null;
}

/** Holds the thing first, and then what is given on it: so does whoever moves it or gives it away. */
async function lock(trx: Trx, { kind, id }: Supported): Promise<void> {
  const table = kind === 'server' ? 'servers' : 'groups';
  await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
}

async function isDue(trx: Trx, supported: Supported): Promise<boolean> {
  const { rows } = await sql`
    select from support_authorizations
    where resource = ${resourceOf(supported)} and until <= ${databaseNow}
    for update skip locked
  `.execute(trx);
  return rows.length > 0;
}

/** Milliseconds until the next one ends, or until it is time to look: soon, where one is over that another host ends. */
async function untilNext(db: Database): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select (min(until) - ${databaseNow})::float8 as wait from support_authorizations
  `.execute(db);
  const wait = rows[0]?.wait ?? LOOK_MS;
  return wait > 0 ? Math.min(LOOK_MS, wait) : RETRY_MS;
}
