/** The settings of a server as its form holds them. */
import { z } from 'zod';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { seenSettings, serverEdit } from '../../../protocol/servers/calls.ts';
import { givenTags, rconPassword } from '../../../protocol/servers/fields.ts';
import { TAG_LIMIT } from '../../../protocol/servers/limits.ts';
import { keptAs, type Keeper } from '../../parts/kept-draft.ts';
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

/** What somebody typed over the saved settings of a server; never the password. */
export function keptSettings(serverId: string): Keeper<SettingsDraft> {
  const typed = z.enum(['identifier', 'name', ...PLACE, 'timezone', 'log_folder', 'tags']);
  const schema = z.partialRecord(typed, z.string());
  return {
    ...keptAs<SettingsDraft>(`settings:${serverId}`, schema),
    was: keptAs<SettingsDraft>(`settings-was:${serverId}`, schema),
  };
}

/** What the form shows of saved settings; the password is never told. */
export function draftOf(settings: Settings): SettingsDraft {
  return {
    game: settings.game,
    identifier: settings.identifier,
    name: settings.name ?? '',
    host: settings.host,
    game_port: String(settings.game_port),
    query_port: settings.query_port === null ? '' : String(settings.query_port),
    rcon_port: settings.rcon_port === null ? '' : String(settings.rcon_port),
    timezone: settings.timezone,
    rcon_password: '',
    log_folder: settings.log_folder ?? '',
    tags: settings.tags.join(', '),
  };
}

/** Another address or port is not sent the stored password, so it has to be typed again. */
export function needsPassword(draft: Draft, saved: Draft): boolean {
  return (
    hasRemoteControl(saved.game) && PLACE.some((field) => draft[field].trim() !== saved[field])
  );
}

/** The wire's rules for a change: an empty password is none, unless it is needed. */
export function settingsRules(draft: Draft, saved: Draft) {
  const { rcon_password, was: _, ...shape } = serverEdit.body.shape;
  const password: z.ZodType<string | undefined> = needsPassword(draft, saved)
    ? rconPassword
    : rcon_password;
  return {
    ...shape,
    rcon_port: rulesOf(saved).rcon_port,
    rcon_password: password,
    tags: typedTags,
  };
}

/** What of a draft is sent; its tags are made of what was typed when it is. */
export function sentSettings(draft: SettingsDraft): Omit<SettingsDraft, 'game'> {
  const { game: _, ...sent } = sentOf(draft);
  return sent;
}

/** The tags that somebody typed. */
export function tagsOf(typed: string): string[] {
  return typed.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()]));
}

/** The wire's rule for tags, asked of the text that they are typed as. */
const typedTags = z.string().refine((typed) => givenTags.safeParse(tagsOf(typed)).success, {
  message: 'tags',
  params: TAG_LIMIT,
});

/** As the editor of a draft saw them, for the host. */
export function settingsSeen(was: SettingsDraft) {
  const { tags, ...seen } = sentSettings(was);
  const { tags: _, ...shape } = seenSettings.shape;
  return { ...read(shape, seen).body, tags: tagsOf(tags) };
}
