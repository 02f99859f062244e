import { RULES, type Writing } from '../../domain/resources/rules.ts';
import { lastWrite, type BegunWrite } from '../../domain/resources/writes.ts';
import type { Rows } from '../../domain/state.ts';
import type { ResourceName, RowOf } from '../../protocol/resources/registry.ts';
import type { AskedWrite, Outcome } from '../contract.ts';
import type { RestClient } from '../session/rest.ts';
import type { Worker } from '../worker.ts';
import { errorCode } from './error-code.ts';

/** Writes a row: it looks done from the beginning, and again as the host says where it is refused. */
export async function writeRow(
  { engine, environment, rest }: Worker,
  asked: AskedWrite,
): Promise<Outcome<null>> {
  const { id, resource, server_id, row_id, write } = asked;
  const at = environment.clock.now();
  const account = engine.rows.account.get('me');
  const by = {
    muster_id: account?.muster_id ?? '',
    display_name: account?.persona.profile.display_name ?? '',
    at,
  };
  const row = rowAfter(engine.rows, asked, by);
  const data: BegunWrite = { id, server_id, resource, row_id, write, row };
  engine.dispatch({ source: 'intent', event: 'write', at, data });
  const first = await ask(rest, asked);
  // It may have been done all the same: asked again, it is done once.
  const lost = !first.ok && first.error.kind === 'unreachable';
  const answer = lost ? await ask(rest, asked) : first;
  const told = answer.ok
    ? { id, position: answer.value.position, error: null }
    : { id, position: null, error: errorCode(answer.error) };
  engine.dispatch({
    source: 'intent',
    event: 'written',
    at: environment.clock.now(),
    data: told,
  });
  return answer.ok ? { ok: true, value: null } : answer;
}

/** What the row is once it is done; null: gone. */
function rowAfter(rows: Rows, asked: AskedWrite, by: Writing): RowOf<ResourceName> | null {
  const { resource, server_id, row_id } = asked;
  const rules = RULES[resource];
  switch (asked.write) {
    case 'add': {
      const known = rules.known(rows, server_id, asked.values);
      return rules.add({ id: row_id, server_id }, asked.values, known, by);
    }
    case 'edit': {
      const write = lastWrite(rows, resource, row_id);
      const held = write === undefined ? rows[resource].get(row_id) : write.row;
      return held === undefined || held === null ? null : rules.edit(held, asked.values, by);
    }
    case 'remove':
      return null;
    case 'restore':
      return asked.row;
  }
}

function ask(rest: RestClient, asked: AskedWrite): Promise<Outcome<{ readonly position: number }>> {
  const { resource, server_id, row_id } = asked;
  const params = { server_id, id: row_id };
  switch (asked.write) {
    case 'add':
      return rest.call(`${resource}Add`, {
        params: { server_id },
        body: { id: row_id, values: asked.values },
      });
    case 'edit':
      return rest.call(`${resource}Edit`, { params, body: { values: asked.values } });
    case 'remove':
      return rest.call(`${resource}Remove`, { params, body: {} });
    case 'restore':
      return rest.call(`${resource}Restore`, { params, body: {} });
  }
}
