/** The audit in words. What this version has no words for stands as it came. */
import i18next from 'i18next';
import { z } from 'zod';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { hexId } from '../../protocol/fields.ts';
import { game } from '../../protocol/servers/fields.ts';
import { serverPages } from '../text/en/server-pages.ts';

const ns = 'serverPages';
const { audit, permission } = serverPages;
type Does = typeof audit.does;
type Action = { [F in keyof Does]: `${F}.${keyof Does[F] & string}` }[keyof Does];

/** What can be done, as far as there are words for it. */
export const AUDIT_ACTIONS = Object.entries(audit.does).flatMap(([feature, verbs]) =>
  Object.keys(verbs).map((verb) => `${feature}.${verb}` as Action),
);

/** What was done. */
export function auditAction(action: string): string {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  return known === undefined ? action : i18next.t(`audit.does.${known}`, { ns });
}

type Entry = Pick<PagedRow<'audit'>, 'action' | 'detail' | 'target_name' | 'text'>;
type Says = keyof typeof audit.says;

/** How an entry is said with whom and what it was about, where it tells that. */
const SAYS: Readonly<Record<string, readonly Says[]>> = {
  'actions.raw': ['command'],
  'actions.message-private': ['private'],
  'actions.message-public': ['public'],
  'actions.server-kick': ['kickFor', 'kick'],
  'notes.add': ['noteAdd'],
  'notes.edit': ['noteEdit'],
  'notes.remove': ['noteRemove'],
  'notes.restore': ['noteRestore'],
  'personnel.set': ['personnelSet'],
  'personnel.keep': ['personnelKeep'],
};

/** What was done, in a sentence: to whom, why, and how it ended. What was erased is left out. */
export function auditSentence({ action, detail, target_name, text }: Entry): string {
  const told = { target: target_name ?? '', text: text ?? '' };
  const says = (SAYS[action] ?? []).find((one) =>
    (['target', 'text'] as const).every(
      (part) => told[part] !== '' || !audit.says[one].includes(`{{${part}}}`),
    ),
  );
  const did =
    says === undefined ? auditAction(action) : i18next.t(`audit.says.${says}`, { ns, ...told });
  const end = endOf(detail);
  return end === null ? did : `${did}: ${end}`;
}

function endOf({ outcome, refused }: Readonly<Record<string, unknown>>): string | null {
  const end = [refused, outcome].find((one) => has(audit.ends, one));
  return has(audit.ends, end) ? i18next.t(`audit.ends.${end}`, { ns }) : null;
}

/** What was changed, a line for each thing: as it was, and as it is. */
export function auditChanges({
  before,
  after,
}: Pick<PagedRow<'audit'>, 'before' | 'after'>): readonly string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const what = has(audit.field, name) ? i18next.t(`audit.field.${name}`, { ns }) : name;
    const [from = '', to = ''] = [was[name], is[name]];
    if (from === to) return [];
    if (from === '') return [i18next.t('audit.became', { ns, what, after: to })];
    if (to === '') return [i18next.t('audit.was', { ns, what, before: from })];
    return [i18next.t('audit.changed', { ns, what, before: from, after: to })];
  });
}

const changed = z.record(z.string(), z.string());

function valuesOf(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined || text === '') return {};
  return changed.parse(JSON.parse(text));
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
    const told = has(audit.told, key)
      ? i18next.t(`audit.told.${key}`, { ns, value: text })
      : `${key}: ${text}`;
    return [{ text: told, thing }];
  });
}

function valueText(value: unknown, key: unknown): string {
  if (has(permission, value)) return i18next.t(`permission.${value}`, { ns });
  if (has(audit.field, value)) return i18next.t(`audit.field.${value}`, { ns });
  if (key === 'outcome' && has(audit.outcome, value))
    return i18next.t(`audit.outcome.${value}`, { ns });
  const played = game.safeParse(value);
  if (key === 'game' && played.success)
    return i18next.t(`game.${gameName(played.data)}`, { ns: 'server' });
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function has<T extends object>(texts: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}
