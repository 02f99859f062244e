import { LoginVerdict, type OpenAttempt } from '../attempt.ts';
import { parsePlayers } from './answers.ts';
import { BattlEyeSession } from './session.ts';

/** Logs in to a BattlEye server; the session stays open until it is stopped. */
export const openBattlEyeAttempt: OpenAttempt = (target, ports) => {
  const verdict = new LoginVerdict(ports);
  const session = new BattlEyeSession(target, ports, {
    onConnecting: () => verdict.connecting(),
    onConnected: () => verdict.connected(),
    onReady: () => undefined,
    onMissed: () => undefined,
    onMessage: () => undefined,
    onDisconnected: (fault, { final }) => verdict.disconnected(fault, final),
  });
  session.start();
  return {
    login: verdict.login,
    stop: () => session.stop(),
    read: async (deadline) => {
      const answer = await session.command('players', { repeat: true, deadline });
      if (!answer.ok) return 'silent';
      const players = parsePlayers(answer.text);
      if (players === null) return 'unknown-server';
      return { players: players.total, slots: null, queue: null, name: null, map: null };
    },
  };
};
