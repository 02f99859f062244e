/** The audit in words. What this version has no words for stands as it came. */
import i18next from 'i18next';
import { z } from 'zod';
import type { AuditWords } from '../../domain/audit/export.ts';
import type { AuditRow } from '../../domain/audit/row.ts';
import { hexId } from '../../protocol/fields.ts';
import { AUDIT_ACTION, type AuditAction, type AuditFeature } from '../../domain/audit/actions.ts';
import { serverPages } from '../text/en/server-pages.ts';
import type { Locale } from '../text/locale.ts';
import { changedText, detailText } from './audit-values.ts';

const ns = 'serverPages';
const { audit } = serverPages;

/** What is done on servers; all else is done with accounts and what is theirs. */
const OF_SERVERS: ReadonlySet<AuditFeature> = new Set([
  'servers',
  'files',
  'statistics',
  'notes',
  'jobs',
  'messages',
  'schedules',
  'modules',
  'personnel',
  'access',
  'actions',
  'support',
  'modules',
  'queue-sync',
]);

/** What is done with bans and their lists; also on servers, whose players they keep out. */
const OF_BANS: ReadonlySet<AuditFeature> = new Set(['banlists', 'bans']);

/** The same of buckets. */
const OF_BUCKETS: ReadonlySet<AuditFeature> = new Set(['buckets', 'bucket-entries']);

/** Its server is gone by then: whose it was is told. */
const TOLD_LATER: AuditAction = 'servers.bans-left';

/** The server may be gone by then, or be somewhere else. */
const TOLD_OF_EITHER: readonly AuditAction[] = ['servers.bans-cleared', 'servers.bans-stay'];

/** What can be done on servers, with accounts, in a team or an organization, in a ban list, or in a bucket. */
export function auditActionsOf(
  audience: 'servers' | 'accounts' | 'groups' | 'banlists' | 'buckets',
): readonly AuditAction[] {
  const features = Object.keys(AUDIT_ACTION) as AuditFeature[];
  const offered = features
    .filter((feature) => {
      if (feature === 'support') return audience !== 'banlists' && audience !== 'buckets';
      if (audience === 'groups') return feature === 'groups';
      if (audience === 'banlists' || OF_BANS.has(feature)) {
        return OF_BANS.has(feature) && audience !== 'accounts';
      }
      if (audience === 'buckets' || OF_BUCKETS.has(feature)) {
        return OF_BUCKETS.has(feature) && audience !== 'accounts';
      }
      return OF_SERVERS.has(feature) === (audience === 'servers');
    })
    .flatMap((feature) => AUDIT_ACTION[feature].map((verb) => `${feature}.${verb}` as AuditAction))
    .filter((action) => action !== TOLD_LATER);
  return audience === 'accounts' ? [...offered, TOLD_LATER, ...TOLD_OF_EITHER] : offered;
}

const KNOWN: ReadonlySet<string> = new Set([
  ...auditActionsOf('servers'),
  ...auditActionsOf('accounts'),
]);

function isKnown(action: string): action is AuditAction {
  return KNOWN.has(action);
}

/** What was done. */
export function auditAction(action: string): string {
  return isKnown(action) ? i18next.t(`audit.does.${action}`, { ns }) : action;
}

type Entry = Pick<AuditRow, 'action' | 'detail' | 'target_name' | 'text' | 'group' | 'group_id'>;
type Says = keyof typeof audit.says;

/** How an entry is said with whom and what it was about, where it tells that. */
const SAYS: Readonly<Partial<Record<AuditAction, readonly Says[]>>> = {
  'actions.raw': ['command'],
  'actions.message-private': ['private'],
  'actions.message-public': ['public'],
  'actions.server-kick': ['kickFor', 'kick'],
  'files.download': ['fileDownload'],
  'files.delete': ['fileDelete'],
  'files.delete-by-policy': ['fileByPolicy'],
  'statistics.reset-player': ['statisticsOf'],
  'schedules.now': ['jobNow'],
  'schedules.skip': ['jobSkip'],
  'schedules.postpone': ['jobPostpone'],
  'schedules.restore': ['jobRestore'],
  'schedules.run': ['jobRun'],
  'schedules.missed': ['jobMissed'],
  'modules.kick': ['moduleKick'],
  'modules.warn': ['moduleWarn'],
  'modules.ban': ['moduleBan'],
  'bans.enforce': ['banEnforce'],
  'notes.add': ['noteAdd'],
  'notes.edit': ['noteEdit'],
  'notes.remove': ['noteRemove'],
  'notes.restore': ['noteRestore'],
  'bucket-entries.add': ['entryAdd', 'entriesAdd'],
  'bucket-entries.edit': ['entryEdit', 'entriesEdit'],
  'bucket-entries.remove': ['entryRemove', 'entriesRemove'],
  'bucket-entries.restore': ['entryRestore', 'entriesRestore'],
  'buckets.assign': ['bucketAssign'],
  'buckets.unassign': ['bucketUnassign'],
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
  'banlists.follow': ['listFollow'],
  'banlists.unfollow': ['listUnfollow'],
  'banlists.unfollowed': ['listUnfollowed'],
  'banlists.webhook-add': ['webhookAdd'],
  'banlists.webhook-edit': ['webhookEdit'],
  'banlists.webhook-reset': ['webhookReset'],
  'banlists.webhook-pause': ['webhookPause'],
  'banlists.webhook-remove': ['webhookRemove'],
  'banlists.webhook-again': ['webhookAgain'],
  'banlists.webhook-off': ['webhookOff'],
  'groups.create': ['groupCreate'],
  'groups.edit': ['groupEdit'],
  'groups.transfer': ['groupTransfer'],
  'groups.delete': ['groupDelete'],
  'groups.deleted': ['groupDeleted'],
  'groups.invite': ['groupInvite'],
  'groups.invite-revoke': ['groupRevoke'],
  'groups.invite-accept': ['groupJoin'],
  'groups.invite-decline': ['groupDecline'],
  'groups.member-role': ['memberRole'],
  'groups.member-remove': ['memberRemove'],
  'groups.role-create': ['roleCreate'],
  'groups.role-edit': ['roleEdit'],
  'groups.role-move': ['roleMove'],
  'groups.role-delete': ['roleDelete'],
  'servers.bans-left': ['bansLeft'],
  'servers.bans-behind': ['bansBehind'],
  'servers.bans-cleared': ['bansCleared'],
  'servers.bans-stay': ['bansStay'],
  'groups.team-add': ['teamAdd'],
  'groups.team-remove': ['teamRemove'],
  'groups.server-move': ['serverMove'],
  'groups.banlist-move': ['listMove'],
  'groups.bucket-move': ['bucketMove'],
};

/** A team and its organization each have an entry, which names the other one. */
const SAYS_OF_TEAM: Readonly<Partial<Record<AuditAction, readonly Says[]>>> = {
  'groups.team-add': ['teamJoined'],
  'groups.team-remove': ['teamLeft'],
};

/** The same of bans of which nobody knows whether there were any, or that were gone when it was looked. */
const SAYS_UNCOUNTED: Readonly<Partial<Record<AuditAction, readonly Says[]>>> = {
  'servers.bans-left': ['bansMayBeLeft'],
  'servers.bans-behind': [],
  'servers.bans-cleared': ['bansGone'],
  'servers.bans-stay': ['bansMayStay'],
};

function sentencesOf({ action, detail, group, group_id }: Entry): readonly Says[] {
  if (!isKnown(action)) return [];
  const whose = group_id ?? group?.id;
  const ofTeam = whose !== undefined && whose === detail['team'] ? SAYS_OF_TEAM[action] : undefined;
  const uncounted = typeof detail['count'] === 'number' ? undefined : SAYS_UNCOUNTED[action];
  return ofTeam ?? uncounted ?? SAYS[action] ?? [];
}

/** Where a sentence stands: by itself, or behind who did it. */
export type AuditPlace = 'alone' | 'behind';

/** What was done, in a sentence: to whom, why, and how it ended. What was erased is left out. */
export function auditSentence(entry: Entry, place: AuditPlace = 'alone'): string {
  const { action, detail, target_name, text, group, group_id } = entry;
  const told = { target: target_name ?? '', text: text ?? '', group: group?.identifier ?? '' };
  const says = sentencesOf(entry).find((one) =>
    (['target', 'text', 'group'] as const).every((part) => told[part] !== '' || !names(one, part)),
  );
  const whole =
    says === undefined ? auditAction(action) : i18next.t(`audit.says.${says}`, { ns, ...told });
  // What begins with a name stays as it is.
  const isOurs = says === undefined || !audit.says[says].startsWith('{{');
  const said = place === 'behind' && isOurs ? begunSmall(whole) : whole;
  // The audit of a team or an organization says of what it is.
  const isNamed = group === undefined || group_id !== undefined || (says && names(says, 'group'));
  const did = isNamed ? said : i18next.t('audit.inGroup', { ns, did: said, group: told.group });
  const end = endOf(detail);
  return end === null ? did : `${did}: ${end}`;
}

function begunSmall(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function names(says: Says, part: 'target' | 'text' | 'group'): boolean {
  return audit.says[says].includes(`{{${part}}}`);
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

/** What is told of it, a sentence for each thing; empty and null things are left out. `through`: the role by its name. */
export function auditDetails(
  { detail, through }: Pick<AuditRow, 'detail' | 'through'>,
  locale: Locale,
): readonly AuditDetail[] {
  return Object.entries(detail).flatMap(([key, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    const text = detailText(key, value, locale);
    const thing = hexId.safeParse(value).data ?? null;
    if (key === 'through' && value === 'support') {
      return [{ text: i18next.t('audit.throughSupport', { ns }), thing }];
    }
    if (key === 'through' && through !== undefined && through.id === value) {
      return [{ text: throughText(through), thing }];
    }
    const told = has(audit.told, key)
      ? i18next.t(`audit.told.${key}`, { ns, value: text })
      : `${key}: ${text}`;
    return [{ text: told, thing }];
  });
}

/** The role that let somebody do it. */
export function throughText({ name: role, group }: NonNullable<AuditRow['through']>): string {
  return i18next.t('audit.throughRole', { ns, role, group });
}

/** What an export says of an entry: as the screen does. */
export function auditWords(entry: AuditRow, locale: Locale): AuditWords {
  return { says: auditSentence(entry), changed: auditChanges(entry, locale) };
}

function has<T extends object>(texts: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}
