/** What was typed into the wizard: kept over reloads, but for the password. */
import { z } from 'zod';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import { GAME, type Game } from '../../../protocol/enumerations.ts';
import {
  game as gameField,
  hostName,
  identifier,
  logFolder,
  port,
  rconPassword,
  timeZone,
} from '../../../protocol/servers/fields.ts';
import { ownTimeZone } from '../../parts/time-zones.ts';

export interface Draft {
  readonly game: Game;
  readonly identifier: string;
  readonly host: string;
  readonly game_port: string;
  readonly query_port: string;
  readonly rcon_port: string;
  readonly timezone: string;
  readonly rcon_password: string;
  readonly log_folder: string;
}
export type DraftField = keyof Draft;
/** Those that are typed or chosen as a text. */
export type TypedField = Exclude<DraftField, 'game'>;

const KEY = 'muster-add-server';
const stored = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      context.addIssue({ code: 'custom', message: String(error) });
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      game: gameField,
      identifier: z.string(),
      host: z.string(),
      game_port: z.string(),
      query_port: z.string(),
      rcon_port: z.string(),
      timezone: z.string(),
    }),
  );

export function emptyDraft(): Draft {
  return {
    game: GAME.DAYZ,
    identifier: '',
    host: '',
    game_port: '2302',
    query_port: '',
    rcon_port: '2306',
    timezone: ownTimeZone(),
    rcon_password: '',
    log_folder: '',
  };
}

/** The draft of this tab, or an empty one. */
export function loadDraft(): Draft {
  const read = stored.safeParse(sessionStorage.getItem(KEY));
  return read.success ? { ...emptyDraft(), ...read.data } : emptyDraft();
}

export function saveDraft({ rcon_password: _, log_folder: _none, ...draft }: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** The rule of each field: the wire's own, so that form and host agree. */
export const RULES: Readonly<Record<DraftField, z.ZodType>> = {
  game: gameField,
  identifier,
  host: hostName,
  game_port: port,
  query_port: port.nullable(),
  rcon_port: port.nullable(),
  timezone: timeZone,
  rcon_password: rconPassword.nullable(),
  log_folder: logFolder.nullable(),
};

/** What the fields say; ports that are no numbers stay wrong for the schema to say. */
export function draftValues(draft: Draft) {
  const controlled = hasRemoteControl(draft.game);
  const folder = draft.log_folder.trim();
  return {
    identifier: draft.identifier.trim(),
    timezone: draft.timezone,
    game: draft.game,
    host: draft.host.trim(),
    game_port: portValue(draft.game_port) ?? Number.NaN,
    query_port: portValue(draft.query_port),
    rcon_port: controlled ? (portValue(draft.rcon_port) ?? Number.NaN) : null,
    rcon_password: controlled ? draft.rcon_password : null,
    log_folder: folder === '' ? null : folder,
  };
}

/** The draft as the calls of the wizard take it: a log folder is a later setting. */
export function draftBody(draft: Draft) {
  const { log_folder: _, ...body } = draftValues(draft);
  return body;
}

/** The text of a port field as the schemas want it: a number, null where it is empty, NaN otherwise. */
function portValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
