/** The settings of a server as its form holds them. */
import { z } from 'zod';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { seenSettings, serverEdit } from '../../../protocol/servers/calls.ts';
import { givenTags, hostKey, rconPassword } from '../../../protocol/servers/fields.ts';
import { TAG_LIMIT } from '../../../protocol/servers/limits.ts';
import { read } from '../../parts/rules.ts';
import { rulesOf, sentOf, type Draft } from '../add/draft.ts';

export type Settings = RowOf<'settings'>;

export interface SettingsDraft extends Draft {
  readonly log_folder: string;
  /** With commas between them. */
  readonly tags: string;
}

/** Where the server is. */
const PLACE = ['host', 'game_port', 'query_port', 'rcon_port'] as const;
const TEXTS = [...PLACE, 'identifier', 'name', 'timezone', 'log_folder'] as const;

/** What the form shows of saved settings; the password is never told. */
export function draftOf(settings: Settings): SettingsDraft {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, String(settings[field] ?? '')]));
  const { game, tags } = settings;
  return {
    ...(texts as Record<(typeof TEXTS)[number], string>),
    game,
    rcon_password: '',
    tags: tags.join(', '),
  };
}

/** Another address or port is not sent the stored password, so it has to be typed again. */
export function needsPassword(draft: Draft, saved: Draft): boolean {
  return (
    hasRemoteControl(saved.game) && PLACE.some((field) => draft[field].trim() !== saved[field])
  );
}

/** Whether it is another game's process that is there: its list of bans is another one. */
export function isElsewhere(draft: Draft, saved: Draft): boolean {
  return (
    hostKey(draft.host.trim()) !== hostKey(saved.host) || draft.rcon_port.trim() !== saved.rcon_port
  );
}

/** The wire's rule for tags, asked of what is typed with commas between them. */
const tags = z
  .string()
  .transform((typed) => typed.split(',').flatMap((tag) => tag.trim() || []))
  .refine((all) => givenTags.safeParse(all).success, { message: 'tags', params: TAG_LIMIT });

/** The wire's rules for a change: an empty password is none, unless it is needed. */
export function settingsRules(draft: Draft, saved: Draft) {
  const { rcon_password, was: _, ...shape } = serverEdit.body.shape;
  const password: z.ZodType<string | undefined> = needsPassword(draft, saved)
    ? rconPassword
    : rcon_password;
  return { ...shape, rcon_port: rulesOf(saved).rcon_port, rcon_password: password, tags };
}

/** What of a draft is sent. */
export function sentSettings(draft: SettingsDraft): Omit<SettingsDraft, 'game'> {
  const { game: _, ...sent } = sentOf(draft);
  return sent;
}

/** As the editor of a draft saw them, for the host. */
export function settingsSeen(was: SettingsDraft) {
  return read({ ...seenSettings.shape, tags }, sentSettings(was)).body;
}
