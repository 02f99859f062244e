/** What was typed into the wizard: kept over reloads, but for the password. */
import { z } from 'zod';
import { GAME } from '../../protocol/enumerations.ts';
import {
  game,
  hostName,
  identifier,
  port,
  rconPassword,
  timeZone,
} from '../../protocol/servers/fields.ts';
import { portValue } from '../parts/ports.ts';
import { ownTimeZone } from '../parts/time-zones.ts';

export interface Draft {
  readonly game: number;
  readonly identifier: string;
  readonly host: string;
  readonly game_port: string;
  readonly query_port: string;
  readonly rcon_port: string;
  readonly timezone: string;
  readonly rcon_password: string;
}
export type DraftField = keyof Draft;

/** The games whose remote control is spoken. */
export const OFFERED_GAMES = ['DAYZ', 'DAYZ_EXP', 'ARMA2', 'ARMA3'] as const;

const KEY = 'muster-add-server';
const OFFERED_NUMBERS = OFFERED_GAMES.map((name) => GAME[name]);
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
      game: z.literal(OFFERED_NUMBERS),
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
    game: 1,
    identifier: '',
    host: '',
    game_port: '2302',
    query_port: '',
    rcon_port: '2306',
    timezone: ownTimeZone(),
    rcon_password: '',
  };
}

/** The draft of this tab, or an empty one. */
export function loadDraft(): Draft {
  const read = stored.safeParse(sessionStorage.getItem(KEY));
  return read.success ? { ...read.data, rcon_password: '' } : emptyDraft();
}

export function saveDraft({ rcon_password: _, ...draft }: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** The rule of each field: the wire's own, so that form and host agree. */
export const RULES: Readonly<Record<DraftField, z.ZodType>> = {
  game,
  identifier,
  host: hostName,
  game_port: port,
  query_port: port.nullable(),
  rcon_port: port,
  timezone: timeZone,
  rcon_password: rconPassword,
};

/** The draft as the calls take it; ports that are no numbers stay wrong for the schema to say. */
export function draftBody(draft: Draft) {
  return {
    identifier: draft.identifier.trim(),
    timezone: draft.timezone,
    game: draft.game as z.infer<typeof game>,
    host: draft.host.trim(),
    game_port: portValue(draft.game_port) ?? Number.NaN,
    query_port: portValue(draft.query_port),
    rcon_port: portValue(draft.rcon_port) ?? Number.NaN,
    rcon_password: draft.rcon_password,
  };
}
