/** What the host says of a server that it could not reach, and which field that concerns. */
import i18next from 'i18next';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { errorText } from '../../text/problem-text.ts';
import type { Draft } from './draft.ts';

/** Second specification, section 8. */
const CONCERNS = {
  'hostname-not-resolved': 'host',
  'unknown-server': 'game_port',
  'socket-unreachable': 'rcon_port',
  'authentication-failed': 'rcon_password',
  'address-not-allowed': 'host',
  'already-claimed': 'host',
  'password-needed': 'rcon_password',
  'log-folder-refused': 'log_folder',
} as const;

/** The field that a refusal of a server of this game concerns. */
export function concernsOf({ game }: Pick<Draft, 'game'>): Readonly<Record<string, string>> {
  if (hasRemoteControl(game)) return CONCERNS;
  // Where there is no RCon, nothing but the query port answers.
  return { ...CONCERNS, 'unknown-server': 'query_port', 'socket-unreachable': 'query_port' };
}

/** What a refusal says of a server of this game. */
export function refusalText(refusal: CommandError, { game }: Pick<Draft, 'game'>): string {
  const isSilent = refusal.kind === 'problem' && refusal.problem.code === 'socket-unreachable';
  return isSilent && !hasRemoteControl(game)
    ? i18next.t('silent', { ns: 'addServer' })
    : errorText(refusal);
}
