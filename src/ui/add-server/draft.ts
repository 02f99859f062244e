/** What was typed into the wizard: kept over reloads, but for the password. */
import { z } from 'zod';
import {
  game,
  hostName,
  identifier,
  port,
  rconPassword,
  timeZone,
} from '../../protocol/servers/fields.ts';
import { ownTimeZone } from '../parts/time-zones.ts';
import { portValue } from '../parts/ports.ts';

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

const KEY = 'muster-add-server';
const stored = z.object({
  game: z.number(),
  identifier: z.string(),
  host: z.string(),
  game_port: z.string(),
  query_port: z.string(),
  rcon_port: z.string(),
  timezone: z.string(),
});

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
  const text = sessionStorage.getItem(KEY);
  if (text === null) return emptyDraft();
  const read = stored.safeParse(JSON.parse(text));
  return read.success ? { ...read.data, rcon_password: '' } : emptyDraft();
}

export function saveDraft({ rcon_password: _, ...draft }: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** The rule of each field, and the value that it checks. */
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
    identifier: draft.identifier,
    timezone: draft.timezone,
    game: draft.game as z.infer<typeof game>,
    host: draft.host.trim(),
    game_port: portValue(draft.game_port) ?? Number.NaN,
    query_port: portValue(draft.query_port),
    rcon_port: portValue(draft.rcon_port) ?? Number.NaN,
    rcon_password: draft.rcon_password,
  };
}
