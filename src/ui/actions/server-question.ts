import { whyMissing } from '../../domain/actions/offered.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import { mayAsk } from './why-not.ts';

/** What can be asked of a whole server and needs a yes. */
export const SERVER_QUESTION = {
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
  pauseWhitelist: SERVER_ACTION.WHITELIST_PAUSE,
  resumeWhitelist: SERVER_ACTION.WHITELIST_RESUME,
} as const;
export type ServerQuestion = keyof typeof SERVER_QUESTION;

/**
 * The questions that an account is offered at a server: what is locked needs no lock. Nothing is offered of a whitelist that is not
 * known, or switched off.
 */
export function offeredQuestions(
  account: AccountRow,
  server: Pick<ServerRow, 'id' | 'configuration' | 'environment'>,
  whitelist: Modules['whitelist'] = { active: false, paused: false },
): ServerQuestion[] {
  const { locked } = server.environment;
  const shown: Readonly<Record<ServerQuestion, boolean>> = {
    lock: locked !== true,
    // What cannot be locked needs no second button that says so.
    unlock:
      locked !== false && whyMissing(server.configuration.game, SERVER_QUESTION.unlock) === null,
    restart: true,
    pauseWhitelist: whitelist.active && !whitelist.paused,
    resumeWhitelist: whitelist.active && whitelist.paused,
  };
  return (Object.keys(SERVER_QUESTION) as ServerQuestion[]).filter(
    (name) => shown[name] && mayAsk(account, server.id, SERVER_QUESTION[name]),
  );
}
