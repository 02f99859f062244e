import { rulesOf } from '../../domain/resources/rules.ts';
import type { Writing } from '../../domain/resources/rule.ts';
import { lastWrite, type BegunWrite } from '../../domain/resources/writes.ts';
import type { WriteRow } from '../../domain/write-row.ts';
import type { Rows } from '../../domain/state.ts';
import { isKept, KEPT, type KeptName, type RowOf } from '../../protocol/resources/registry.ts';
import type { AskedWrite, Outcome } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import { writingOf } from './writing-of.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import { errorCode } from './error-code.ts';

/** What people write into rows: it looks done from the beginning, and again as the host says where it is refused. */
export class RowWrites {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #rest: RestClient;
  /** The end of the newest write of each row: the next one waits for it. */
  readonly #ends = new Map<string, Promise<unknown>>();

  constructor(engine: Engine, clock: Clock, rest: RestClient) {
    this.#engine = engine;
    this.#clock = clock;
    this.#rest = rest;
  }

  async write(asked: AskedWrite): Promise<Outcome<null>> {
    const { id, resource, server_id, row_id, write } = asked;
    const { rows } = this.#engine;
    const now = this.#clock.now();
    const by = writingOf(rows, now);
    const row = rowAfter(rows, asked, by);
    if (row === null && write === 'edit') return GONE;
    const data: BegunWrite = { id, server_id, resource, row_id, write, row };
    this.#engine.dispatch({ source: 'intent', event: 'write', at: now, data });
    const answer = await this.#inTurn(`${resource}/${row_id}`, () => this.#ask(asked, by));
    const told = answer.ok
      ? { id, position: answer.value.position, error: null }
      : { id, position: null, error: errorCode(answer.error) };
    this.#engine.dispatch({
      source: 'intent',
      event: 'written',
      at: this.#clock.now(),
      data: told,
    });
    return answer.ok ? { ok: true, value: null } : answer;
  }

  async again(id: string): Promise<void> {
    const { rows } = this.#engine;
    const failed = rows.writes.get(id);
    if (failed?.state !== 'failed') return;
    const asked = askedAgain(rows, failed);
    if (asked !== null) await this.write(asked);
  }

  async #inTurn<T>(row: string, work: () => Promise<T>): Promise<T> {
    const end = (this.#ends.get(row) ?? Promise.resolve()).then(work);
    this.#ends.set(row, end);
    try {
      return await end;
    } finally {
      if (this.#ends.get(row) === end) this.#ends.delete(row);
    }
  }

  /** It may have been done though no answer came: asked again, it is done once. */
  async #ask(asked: AskedWrite, by: Writing): Promise<Outcome<{ readonly position: number }>> {
    const first = await this.#call(asked, by);
    const lost = !first.ok && first.error.kind === 'unreachable';
    return lost ? this.#call(asked, by) : first;
  }

  /** What waited while somebody else signed in is not written in their name. */
  async #call(asked: AskedWrite, by: Writing): Promise<Outcome<{ readonly position: number }>> {
    const account = this.#engine.rows.account.get('me');
    const isTheirs = (account?.muster_id ?? '') === by.muster_id;
    return isTheirs ? call(this.#rest, asked) : { ok: false, error: { kind: 'unreachable' } };
  }
}

const GONE = {
  ok: false,
  error: {
    kind: 'problem',
    problem: {
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      code: 'not-found',
      detail: 'The row is gone.',
    },
  },
} as const satisfies Outcome<null>;

/** What the row is once it is done; null: gone. */
function rowAfter(rows: Rows, asked: AskedWrite, by: Writing): RowOf<KeptName> | null {
  const { resource, server_id, row_id } = asked;
  const rules = rulesOf(resource);
  switch (asked.write) {
    case 'add': {
      const known = rules.known(rows, server_id, asked.values);
      return rules.add({ id: row_id, server_id }, asked.values, known, by);
    }
    case 'edit': {
      const held = shownRow(rows, resource, row_id);
      return held === null ? null : rules.edit(held, asked.values, by);
    }
    case 'remove':
      return null;
    case 'restore':
      return rules.restore?.(asked.row, by) ?? asked.row;
  }
}

/** A row as this client shows it; null: it shows none. */
function shownRow(rows: Rows, resource: KeptName, id: string): RowOf<KeptName> | null {
  const write = lastWrite(rows, resource, id);
  return (write === undefined ? rows[resource].get(id) : (write as KeptWrite).row) ?? null;
}

/** The same as was asked, over what the row is by now; null where nobody knows what that was. */
function askedAgain(rows: Rows, failed: WriteRow): AskedWrite | null {
  if (!isKeptWrite(failed)) return null;
  const { id, resource, server_id, row_id, write, row } = failed;
  const of = { id, resource, server_id, row_id };
  if (write === 'remove') return { ...of, write };
  if (row === null) return null;
  if (write === 'restore') return { ...of, write, row };
  const { add, edit } = KEPT[resource];
  if (write === 'add') return { ...of, write, values: pick(row, add.fields) } as AskedWrite;
  const shown = shownRow(rows, resource, row_id) ?? row;
  const values = pick(row, edit.fields);
  return { ...of, write, values, was: pick(shown, edit.fields) } as AskedWrite;
}

type KeptWrite = Extract<WriteRow, { readonly resource: KeptName }>;

function isKeptWrite(write: WriteRow): write is KeptWrite {
  return isKept(write.resource);
}

/** The fields that the declaration names, which are those of its own rows. */
function pick(row: RowOf<KeptName>, names: readonly string[]): object {
  const held: Readonly<Record<string, unknown>> = row;
  return Object.fromEntries(names.map((name) => [name, held[name]]));
}

function call(
  rest: RestClient,
  asked: AskedWrite,
): Promise<Outcome<{ readonly position: number }>> {
  const { resource, server_id, row_id } = asked;
  const params = { server_id, id: row_id };
  switch (asked.write) {
    case 'add':
      return rest.call(`${resource}Add`, {
        params: { server_id },
        body: { id: row_id, values: asked.values },
      });
    case 'edit':
      return rest.call(`${resource}Edit`, {
        params,
        body: { values: asked.values, was: asked.was },
      });
    case 'remove':
      return rest.call(`${resource}Remove`, { params, body: {} });
    case 'restore':
      return rest.call(`${resource}Restore`, { params, body: {} });
  }
}
