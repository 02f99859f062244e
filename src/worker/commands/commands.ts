import type { Commands, Outcome } from '../contract.ts';
import type { Worker } from '../worker.ts';
import type { Channel } from '../tabs/tabs.ts';
import type { HostCommands } from './host-commands.ts';

/**
 * A tab's commands, over the worker's parts. `channel` wraps the port that the tab hands over; `gone` is
 * called when the tab has died.
 */
export function createCommands(
  worker: Worker,
  channel: (port: MessagePort) => Channel,
  gone: () => void,
): Commands {
  const { engine, environment, tabs, link, recordings } = worker;

  const whose = () => engine.rows.account.get('me')?.muster_id;

  async function ask<T>(command: (host: HostCommands) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const asker = whose();
    const host = worker.hostCommands ?? (await worker.loadHostCommands());
    // What waited while somebody else signed in is not done in their name.
    const isTheirs = asker === undefined || asker === whose();
    return host === null || !isTheirs
      ? { ok: false, error: { kind: 'unreachable' } }
      : command(host);
  }

  return {
    call: (name, input) => ask((host) => host.call(name, input)),
    act: (...given) => ask((host) => host.act(...given)),
    write: (asked) => ask((host) => host.write(asked)),
    writeAgain: async (id) => (await worker.loadHostCommands())?.writeAgain(id),
    older: (...given) => ask((host) => host.older(...given)),
    history: (...given) => ask((host) => host.history(...given)),
    days: (serverIds) => ask((host) => host.days(serverIds)),

    async dismiss(id) {
      engine.dispatch({
        source: 'intent',
        event: 'forget',
        at: environment.clock.now(),
        data: { id },
      });
    },

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
