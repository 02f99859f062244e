/** The audit in words. What this version has no words for stands as it came. */
import i18next from 'i18next';
import { z } from 'zod';
import type { AuditWords } from '../../domain/audit/export.ts';
import type { AuditRow } from '../../domain/audit/row.ts';
import { hexId } from '../../protocol/fields.ts';
import { serverPages } from '../text/en/server-pages.ts';
import type { Locale } from '../text/locale.ts';
import { changedText, detailText } from './audit-values.ts';

const ns = 'serverPages';
const { audit } = serverPages;
type Does = typeof audit.does;
type Action = { [F in keyof Does]: `${F}.${keyof Does[F] & string}` }[keyof Does];

/** What is done on servers; all else is done with accounts and what is theirs. */
const OF_SERVERS: ReadonlySet<string> = new Set([
  'servers',
  'notes',
  'jobs',
  'messages',
  'schedules',
  'personnel',
  'access',
  'actions',
]);

/** What can be done, as far as there are words for it. */
export const AUDIT_ACTIONS = Object.entries(audit.does).flatMap(([feature, verbs]) =>
  Object.keys(verbs).map((verb) => `${feature}.${verb}` as Action),
);

/** The same on servers, or with accounts. */
export function auditActionsOf(audience: 'servers' | 'accounts'): readonly Action[] {
  return AUDIT_ACTIONS.filter((action) => {
    const [feature = ''] = action.split('.');
    return OF_SERVERS.has(feature) === (audience === 'servers');
  });
}

/** What was done. */
export function auditAction(action: string): string {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  return known === undefined ? action : i18next.t(`audit.does.${known}`, { ns });
}

type Entry = Pick<AuditRow, 'action' | 'detail' | 'target_name' | 'text'>;
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
  'account.create': ['accountCreate'],
  'account.sign-in-failed': ['signInFailed'],
  'invitations.create': ['invited'],
  'invitations.give': ['gave'],
  'invitations.accept': ['accepted'],
  'invitations.decline': ['declined'],
  'invitations.revoke': ['revoked'],
  'log-folders.give': ['folderGiven'],
  'log-folders.take': ['folderTaken'],
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
export function auditChanges(
  { before, after }: Pick<AuditRow, 'before' | 'after'>,
  locale: Locale,
): readonly string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const what = has(audit.field, name) ? i18next.t(`audit.field.${name}`, { ns }) : name;
    if ((was[name] ?? '') === (is[name] ?? '')) return [];
    const said = (kept = '') => (kept === '' ? '' : changedText(name, kept, locale));
    const [from, to] = [said(was[name]), said(is[name])];
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
export function auditDetails(
  detail: Readonly<Record<string, unknown>>,
  locale: Locale,
): readonly AuditDetail[] {
  return Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    const text = detailText(key, value, locale);
    const thing = hexId.safeParse(value).data ?? null;
    const told = has(audit.told, key)
      ? i18next.t(`audit.told.${key}`, { ns, value: text })
      : `${key}: ${text}`;
    return [{ text: told, thing }];
  });
}

/** What an export says of an entry: as the screen does. */
export function auditWords(entry: AuditRow, locale: Locale): AuditWords {
  return { says: auditSentence(entry), changed: auditChanges(entry, locale) };
}

function has<T extends object>(texts: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}
