import { CALL_RULES } from '../../domain/resources/rules.ts';
import type { CallRule, ShownRow } from '../../domain/resources/rule.ts';
import type { BegunWrite } from '../../domain/resources/writes.ts';
import type { Rows } from '../../domain/state.ts';
import type { CallName } from '../../protocol/calls.ts';
import { scopeOf, type ToldName } from '../../protocol/resources/registry.ts';
import { ownerBy, ownerOf, type Owner } from '../../protocol/resources/resource.ts';
import type { CallAnswer, CallInput, Outcome } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import { errorCode } from './error-code.ts';
import { writingOf } from './writing-of.ts';

const RULES: Readonly<Partial<Record<CallName, CallRule<CallName, ToldName>>>> =
  CALL_RULES as never;

/**
 * Makes a call of a tab. What it makes of rows that the host tells is shown at once in every tab, until the host has
 * told it; refused, it is taken back, and whoever asked has the reason.
 */
export async function shownCall<N extends CallName>(
  { engine, environment, rest }: { engine: Engine; environment: Environment; rest: RestClient },
  name: N,
  input: CallInput<N>,
): Promise<Outcome<CallAnswer<N>>> {
  const writes = writesOf(engine.rows, environment, name, input);
  if (writes.length === 0) return rest.call(name, input);
  const at = () => environment.clock.now();
  engine.batch(() => {
    for (const data of writes) {
      engine.dispatch({ source: 'intent', event: 'write', at: at(), data });
    }
  });
  const answer = await rest.call(name, input);
  engine.batch(() => {
    for (const { id } of writes) {
      const told = answer.ok
        ? { id, position: positionOf(answer.value), error: null }
        : { id, position: null, error: errorCode(answer.error) };
      engine.dispatch({ source: 'intent', event: 'written', at: at(), data: told });
      if (!answer.ok)
        engine.dispatch({ source: 'intent', event: 'forget', at: at(), data: { id } });
    }
  });
  return answer;
}

/** What it makes of rows; nothing where that cannot be foreseen. */
function writesOf(
  rows: Rows,
  environment: Environment,
  name: CallName,
  input: { readonly params?: unknown },
): readonly BegunWrite[] {
  const rule = RULES[name];
  const shown = rule?.after(rows, input as never, writingOf(rows, environment.clock.now()));
  if (rule === undefined || shown === undefined) return [];
  const resource =
    typeof rule.resource === 'function' ? rule.resource(rows, input as never) : rule.resource;
  const params = input.params as Partial<Owner> | undefined;
  const ownerId = ownerOf({ server_id: null, ...params });
  return [shown].flat().map(
    ({ row_id, row }: ShownRow) =>
      ({
        id: newId(environment),
        ...ownerBy(scopeOf(resource), ownerId),
        resource,
        row_id,
        write: row === null ? 'remove' : 'edit',
        row,
      }) as BegunWrite,
  );
}

/** Where a stream tells of it; null where the answer does not say. */
function positionOf(answer: unknown): number | null {
  const { position } = answer as { readonly position?: number };
  return position ?? null;
}

function newId({ random }: Environment): string {
  return Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
}
