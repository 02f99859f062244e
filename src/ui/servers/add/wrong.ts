/** What is wrong with what was typed: by the fields' rules, or by what the host answered. */
import i18next from 'i18next';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { Game } from '../../../protocol/enumerations.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { wrongBy } from '../../parts/field-rule.ts';
import { wrongByRefusal, type Wrong } from '../../parts/use-form.ts';
import { errorText } from '../../text/problem-text.ts';
import { draftValues, RULES, type Draft, type DraftField } from './draft.ts';

const DRAFT_FIELDS = Object.keys(RULES) as DraftField[];
const FORMAT = { identifier: 'invalid.identifier', host: 'invalid.host' } as const;

/** Which field an error of the connection test concerns. Second specification, section 8. */
const CONCERNS: Readonly<Record<string, DraftField>> = {
  'hostname-not-resolved': 'host',
  'unknown-server': 'game_port',
  'socket-unreachable': 'rcon_port',
  'authentication-failed': 'rcon_password',
  'address-not-allowed': 'host',
  'already-claimed': 'host',
  'password-needed': 'rcon_password',
  'log-folder-refused': 'log_folder',
};
/** Where there is no RCon, nothing but the query port answers. */
const CONCERNS_WATCHED: typeof CONCERNS = {
  ...CONCERNS,
  'unknown-server': 'query_port',
  'socket-unreachable': 'query_port',
};

/** Which of these fields are wrong by their rules. */
export function wrongFields(draft: Draft, fields: readonly DraftField[]): Wrong<DraftField> {
  const body = draftValues(draft);
  const wrong: Wrong<DraftField> = {};
  for (const field of fields) {
    const format = field === 'identifier' || field === 'host' ? FORMAT[field] : undefined;
    const text = wrongBy(
      RULES[field],
      body[field],
      format === undefined ? undefined : i18next.t(format, { ns: 'addServer' }),
    );
    if (text !== undefined) wrong[field] = text;
  }
  return wrong;
}

/** What a refusal says of a server of this game. */
export function refusalText(error: CommandError, game: Game): string {
  const silent = error.kind === 'problem' && error.problem.code === 'socket-unreachable';
  return silent && !hasRemoteControl(game)
    ? i18next.t('silent', { ns: 'addServer' })
    : errorText(error);
}

/** The fields that a refusal concerns; none where it concerns the whole. */
export function wrongByServer(error: CommandError, game: Game): Wrong<DraftField> {
  const concerns = hasRemoteControl(game) ? CONCERNS : CONCERNS_WATCHED;
  return wrongByRefusal(error, DRAFT_FIELDS, concerns, (refusal) => refusalText(refusal, game));
}
