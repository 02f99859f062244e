/** The audit in words. What this version does not know stands as it came. */
import i18next from 'i18next';
import { gameName } from '../../../protocol/enumerations.ts';
import { hexId } from '../../../protocol/fields.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { KEPT_RESOURCE } from '../../../protocol/resources/registry.ts';
import { WRITE } from '../../../protocol/resources/resource.ts';
import { game } from '../../../protocol/servers/fields.ts';

/** What this version has words for. */
export const AUDIT_ACTIONS = [
  'servers.add',
  'servers.edit',
  'servers.edit-refused',
  'servers.delete',
  'servers.log-upload',
  'servers.log-upload-part',
  'personnel.set',
  'actions.raw',
  'actions.message-private',
  'actions.message-public',
  'actions.server-lock',
  'actions.server-unlock',
  'actions.server-restart',
  'actions.server-kick',
  ...KEPT_RESOURCE.flatMap((name) => WRITE.map((write) => `${name}.${write}` as const)),
] as const;
const DETAILS = [
  'id',
  'subject',
  'muster_id',
  'play_session',
  'given',
  'taken',
  'fields',
  'refused',
  'outcome',
  'game',
  'log',
  'found',
  'told',
] as const;
const FIELDS = [
  'identifier',
  'timezone',
  'host',
  'game_port',
  'query_port',
  'rcon_port',
  'rcon_password',
  'log_folder',
] as const;
const OUTCOMES = ['done', 'no-answer', 'failed'] as const;

function known<T extends string>(names: readonly T[], value: unknown): T | undefined {
  return names.find((name) => name === value);
}

/** What was done. */
export function auditAction(action: string): string {
  const name = known(AUDIT_ACTIONS, action);
  return name === undefined ? action : i18next.t(`audit.does.${name}`, { ns: 'serverPages' });
}

/** A thing that is told; `thing`: the id of the one that it names. */
export interface AuditDetail {
  readonly text: string;
  readonly thing: string | null;
}

/** What is told of it, a sentence for each thing; empty and null things are left out. */
export function auditDetails(detail: Readonly<Record<string, unknown>>): readonly AuditDetail[] {
  return Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    const text = Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value, key);
    const thing = hexId.safeParse(value).data ?? null;
    const name = known(DETAILS, key);
    if (name === undefined) return [{ text: `${key}: ${text}`, thing }];
    return [{ text: i18next.t(`audit.told.${name}`, { ns: 'serverPages', value: text }), thing }];
  });
}

function valueText(value: unknown, key: unknown): string {
  const ns = 'serverPages';
  const permission = known(SERVER_PERMISSION, value);
  if (permission !== undefined) return i18next.t(`permission.${permission}`, { ns });
  const field = known(FIELDS, value);
  if (field !== undefined) return i18next.t(`audit.field.${field}`, { ns });
  const outcome = known(OUTCOMES, value);
  if (key === 'outcome' && outcome !== undefined) {
    return i18next.t(`audit.outcome.${outcome}`, { ns });
  }
  const played = game.safeParse(value);
  if (key === 'game' && played.success) {
    return i18next.t(`game.${gameName(played.data)}`, { ns: 'server' });
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
