/** The settings of a server as its form holds them. */
import { z } from 'zod';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { CallAnswer, CallInput } from '../../../worker/contract.ts';
import { draftValues, type Draft, type DraftField } from '../add/draft.ts';

export type Settings = CallAnswer<'serverSettings'>;

const FIELDS = [
  'identifier',
  'host',
  'game_port',
  'query_port',
  'timezone',
  'rcon_port',
  'log_folder',
] as const satisfies readonly DraftField[];

/** Where the server is. */
const PLACE = [
  'host',
  'game_port',
  'query_port',
  'rcon_port',
] as const satisfies readonly DraftField[];

/** What somebody typed over the saved settings. */
export const keptChanges = z.partialRecord(z.enum(FIELDS), z.string());
export type KeptChanges = z.infer<typeof keptChanges>;

/** What the form shows of saved settings; the password is never told. */
export function draftOf(settings: Settings): Draft {
  return {
    game: settings.game,
    identifier: settings.identifier,
    host: settings.host,
    game_port: String(settings.game_port),
    query_port: settings.query_port === null ? '' : String(settings.query_port),
    rcon_port: settings.rcon_port === null ? '' : String(settings.rcon_port),
    timezone: settings.timezone,
    rcon_password: '',
    log_folder: settings.log_folder ?? '',
  };
}

/** Another address or port is not sent the stored password, so it has to be typed again. */
export function needsPassword(draft: Draft, saved: Draft): boolean {
  const [now, before] = [draftValues(draft), draftValues(saved)];
  return (
    hasRemoteControl(saved.game) && PLACE.some((field) => !Object.is(now[field], before[field]))
  );
}

/** The fields that are judged: an empty password is none, unless it is needed. */
export function judgedFields(draft: Draft, saved: Draft): readonly DraftField[] {
  const judged = draft.rcon_password !== '' || needsPassword(draft, saved);
  return judged ? [...FIELDS, 'rcon_password'] : FIELDS;
}

/** Whether a draft would change something; blanks at the ends do not. */
export function isChanged(draft: Draft, saved: Draft): boolean {
  const [now, before] = [draftValues(draft), draftValues(saved)];
  return judgedFields(draft, saved).some((field) => !Object.is(now[field], before[field]));
}

/** What a draft changed, as it may be kept: without the password. */
export function ownChanges(draft: Draft, saved: Draft): KeptChanges | null {
  const own = FIELDS.filter((field) => draft[field] !== saved[field]);
  return own.length === 0 ? null : Object.fromEntries(own.map((field) => [field, draft[field]]));
}

/** A draft over newly saved settings: what it changed stays, and the rest follows them. */
export function rebased(draft: Draft, before: Draft, now: Draft): Draft {
  const own = Object.entries(draft).filter(
    ([field, value]) => value !== before[field as DraftField],
  );
  return { ...now, ...Object.fromEntries(own) };
}

/** What the call takes. An empty password is left out, so that it stays. */
export function editBody(draft: Draft): NonNullable<CallInput<'serverEdit'>['body']> {
  const { game: _, rcon_password, ...body } = draftValues(draft);
  return rcon_password === null || rcon_password === '' ? body : { ...body, rcon_password };
}
