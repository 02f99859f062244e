/** The audit in words. What this version has no words for stands as it came. */
import i18next from 'i18next';
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
