import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AUDIT_COLUMNS, auditLine } from '../../domain/audit/export.ts';
import type { AuditName, AuditRow } from '../../domain/audit/row.ts';
import { to } from '../../domain/routes/routes.ts';
import { hexId } from '../../protocol/fields.ts';
import type { PagedScope } from '../../protocol/resources/paged.ts';
import { PAGED } from '../../protocol/resources/registry.ts';
import { ownerBy } from '../../protocol/resources/resource.ts';
import { scopeOfTopic } from '../../protocol/streams.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { useLocale } from '../parts/locale.ts';
import { pagedAddress, type Narrowing } from '../parts/paged/address.ts';
import { NamesHere } from '../parts/players/names-here.tsx';
import { PagedPanel } from '../parts/paged/panel.tsx';
import { formatMoment } from '../text/format.ts';
import { AuditDetails, AuditSentence } from './audit-entry.tsx';
import { auditAction, auditActionsOf, auditWords, throughText } from './audit-text.ts';

const ADDRESS = pagedAddress<AuditName>('audit', { actor: 'who', action: 'what' });

/** The audits, by what their screens say of them. */
const SAYS = {
  audit: 'audit',
  teamAudit: 'audit.team',
  organizationAudit: 'audit.organization',
  banListAudit: 'audit.banlist',
  bucketAudit: 'audit.bucket',
  activity: 'audit.activity',
  oversight: 'audit.oversight',
} as const;

/** What is done in each, by whose it is. */
const AUDIENCE = {
  server: 'servers',
  group: 'groups',
  banlist: 'banlists',
  bucket: 'buckets',
  account: 'accounts',
  host: 'accounts',
} as const satisfies Readonly<Record<PagedScope, string>>;

/** Entries of an audit, newest first unless it is asked otherwise; `ownerId`: of the server, the group, the ban list or the bucket. */
export function AuditList({
  resource,
  ownerId = null,
}: {
  readonly resource: AuditName;
  readonly ownerId?: string | null;
}) {
  const { t } = useTranslation('serverPages');
  // What roles allow is named there.
  useTranslation('groups');
  const locale = useLocale();
  const says = SAYS[resource];
  const offered = auditActionsOf(AUDIENCE[PAGED[resource].scope]);
  const actions = offered.map((value) => ({ value, label: auditAction(value) }));
  return (
    <NamesHere>
      <PagedPanel<AuditName>
        resource={resource}
        owner={ownerBy(scopeOfTopic(resource), ownerId)}
        address={ADDRESS}
        texts={{
          title: t('audit.title'),
          search: t('audit.search'),
          empty: t(`${says}.empty`),
          refused: t(`${says}.refused`),
          replaying: t('audit.replaying'),
        }}
        filters={{
          actor: { kind: 'chosen', label: (id) => t('audit.onlyActor', { id }) },
          action: {
            kind: 'choice',
            label: t('audit.what'),
            options: [{ value: '', label: t('audit.anything') }, ...actions],
          },
          thing: { kind: 'chosen', label: (id) => t('audit.onlyThing', { id }) },
          from: { kind: 'day', label: t('audit.from') },
          until: { kind: 'day', label: t('audit.until') },
        }}
        look="log"
        columns={[
          { label: t('audit.when'), order: 'at' },
          { label: t('audit.who'), order: 'actor_name' },
          { label: t('audit.what'), order: 'action' },
          { label: t('audit.detail') },
        ]}
        cells={(entry, choose) => <AuditCells entry={entry} onChoose={choose} />}
        exported={{
          name: resource,
          columns: AUDIT_COLUMNS,
          line: (format, entry) => auditLine(format, entry, auditWords(entry, locale)),
        }}
      />
    </NamesHere>
  );
}

/** What is long is shown whole, on more lines. */
function AuditCells({
  entry,
  onChoose,
}: {
  readonly entry: AuditRow;
  readonly onChoose: (part: Narrowing<AuditName>) => void;
}) {
  const locale = useLocale();
  const { at } = entry;
  const serverId = entry.server_id ?? hexId.safeParse(entry.detail['server']).data ?? null;
  const moment = formatMoment(at, locale);
  return (
    <>
      <td className="numeric">
        {serverId === null ? moment : <Link href={to.past(serverId, at)}>{moment}</Link>}
      </td>
      <td>
        <Actor entry={entry} />
        {entry.through === undefined ? null : (
          <span className="audit-through soft">{throughText(entry.through)}</span>
        )}
      </td>
      <td>
        <AuditSentence entry={entry} />
      </td>
      <td className="detail soft">
        <AuditDetails entry={entry} onThing={(thing) => onChoose({ thing })} />
      </td>
    </>
  );
}

/** Who did it. Whoever fails to sign in is nobody yet. */
export function Actor({ entry }: { readonly entry: AuditRow }) {
  const { t } = useTranslation('serverPages');
  const { actor_id, actor_name, server_id, action } = entry;
  if (actor_id !== null) {
    return <AccountName serverId={server_id} id={actor_id} name={actor_name} />;
  }
  return t(action === 'account.sign-in-failed' ? 'audit.somebody' : 'audit.system');
}
