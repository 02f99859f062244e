import { shownCommand } from '../../domain/actions/secrets.ts';
import type { Commands } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';
import { Days } from './days.ts';
import { errorCode } from './error-code.ts';
import { takeOlder } from './older.ts';
import { RowWrites } from './row-writes.ts';
import { shownCall } from './shown-calls.ts';

export type HostCommands = Pick<
  Commands,
  'call' | 'act' | 'write' | 'writeAgain' | 'older' | 'history' | 'days'
>;

interface HostCommandsDeps {
  readonly rest: RestClient;
  readonly engine: Engine;
  readonly environment: Environment;
}

/** The commands that ask the host, for all tabs: writes of one row are in order whichever tab they are of. */
export function createHostCommands(deps: HostCommandsDeps): HostCommands {
  const { rest, engine, environment } = deps;
  const days = new Days(deps);
  const writes = new RowWrites(engine, environment.clock, rest);
  const now = () => environment.clock.now();
  const whose = () => engine.rows.account.get('me')?.muster_id;

  return {
    call: (name, input) => shownCall(deps, name, input),

    async act(server_id, id, request, player_name) {
      const player_id = 'player_id' in request ? request.player_id : null;
      const text =
        'text' in request
          ? request.text
          : 'command' in request
            ? shownCommand(request.command)
            : 'reason' in request
              ? request.reason
              : null;
      engine.dispatch({
        source: 'intent',
        event: 'begin',
        at: now(),
        data: { id, server_id, action: request.action, player_id, player_name, text },
      });
      const answer = await rest.call('serverAction', {
        params: { server_id },
        body: { request_id: id, request },
      });
      engine.dispatch({
        source: 'intent',
        event: 'end',
        at: now(),
        data: answer.ok
          ? { id, answer: answer.value.answer, error: null }
          : { id, answer: null, error: errorCode(answer.error) },
      });
      return answer.ok ? { ok: true, value: answer.value.answer } : answer;
    },

    write: (asked) => writes.write(asked),
    writeAgain: (id) => writes.again(id),

    older: (server_id, stream) => takeOlder(deps, server_id, stream),

    async history(server_id, span, before) {
      const account = whose();
      const answer = await rest.call('serverPopulation', {
        params: { server_id },
        query: before === undefined ? { span } : { span, before },
      });
      if (!answer.ok) return answer;
      // Rows that one account asked for are not shown to the next.
      if (whose() !== account) return { ok: true, value: null };
      const data = { ...answer.value, server_id };
      engine.dispatch({ source: 'rest', event: 'population', at: now(), data });
      return { ok: true, value: null };
    },

    days: (serverIds) => days.fetch(serverIds),
  };
}
