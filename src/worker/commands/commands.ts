import type { Commands } from '../contract.ts';
import type { Worker } from '../worker.ts';
import type { Channel } from '../tabs/tabs.ts';
import { errorCode } from './error-code.ts';
import { takeOlder } from './older.ts';
import { shownCall } from './shown-calls.ts';

/**
 * A tab's commands, over the worker's parts. `channel` wraps the port that the tab hands over; `gone` is
 * called when the tab has died.
 */
export function createCommands(
  worker: Worker,
  channel: (port: MessagePort) => Channel,
  gone: () => void,
): Commands {
  const { rest, engine, environment, tabs, link, recordings } = worker;
  const now = () => environment.clock.now();
  const whose = () => engine.rows.account.get('me')?.muster_id;

  return {
    call: (name, input) => shownCall(worker, name, input),

    async act(server_id, id, request, player_name) {
      const player_id = 'player_id' in request ? request.player_id : null;
      // A command is not kept before it is known what of it is secret.
      const hostSide = await environment.hostSide.load().catch((error: unknown) => {
        environment.log('What asks the host could not be loaded.', error);
        return null;
      });
      if (hostSide === null) return { ok: false, error: { kind: 'unreachable' } };
      const text =
        'text' in request
          ? request.text
          : 'command' in request
            ? hostSide.shownCommand(request.command)
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

    write: (asked) => worker.writes.write(asked),
    writeAgain: (id) => worker.writes.again(id),

    async dismiss(id) {
      engine.dispatch({ source: 'intent', event: 'forget', at: now(), data: { id } });
    },

    older: (server_id, stream) => takeOlder(worker, server_id, stream),

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

    days: (serverIds) => worker.days.fetch(serverIds),

    async search(question) {
      const { search } = await environment.hostSide.load();
      return search(engine.rows, question);
    },

    signOut: () => worker.signOut('signed-out'),

    async reconnect() {
      if (link.state.kind === 'signed-out') link.connect();
      else link.nudge();
    },

    keepAgain: () => worker.keepAgain(),

    sign: () => Promise.resolve(worker.sign()),

    pulse: async () => worker.pulse(),
    inspect: () => Promise.resolve(worker.inspect()),

    async hash(of = 'facts') {
      // Asked for in the inspector and by tests alone.
      const { hashRows, hashShared } = await import('../../domain/hash.ts');
      return of === 'facts' ? hashRows(engine.rows) : hashShared(engine.rows);
    },

    exportRecording: (request) => recordings.export(request),

    async markRecording(mark) {
      if (mark === 'start') await recordings.start();
      if (mark === 'stop') await recordings.stop();
      return recordings.since();
    },

    attach: (port, tab) => tabs.attach(channel(port), tab, gone),
  };
}
