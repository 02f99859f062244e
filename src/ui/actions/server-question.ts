import { whyMissing } from '../../domain/actions/offered.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { mayAsk } from './why-not.ts';

/** What can be asked of a whole server and needs a yes. */
export const SERVER_QUESTION = {
  lock: SERVER_ACTION.SERVER_LOCK,
  unlock: SERVER_ACTION.SERVER_UNLOCK,
  restart: SERVER_ACTION.SERVER_RESTART,
} as const;
export type ServerQuestion = keyof typeof SERVER_QUESTION;

/** The questions that an account is offered at a server: what is locked needs no lock. */
export function offeredQuestions(
  account: AccountRow,
  server: Pick<ServerRow, 'id' | 'configuration' | 'environment'>,
): ServerQuestion[] {
  const { locked } = server.environment;
  const shown: Readonly<Record<ServerQuestion, boolean>> = {
    lock: locked !== true,
    // What cannot be locked needs no second button that says so.
    unlock:
      locked !== false && whyMissing(server.configuration.game, SERVER_QUESTION.unlock) === null,
    restart: true,
  };
  return (['lock', 'unlock', 'restart'] as const).filter(
    (name) => shown[name] && mayAsk(account, server.id, SERVER_QUESTION[name]),
  );
}
