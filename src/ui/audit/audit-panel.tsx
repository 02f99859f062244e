import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { useLocale } from '../parts/locale.ts';
import { pagedAddress, type Narrowing } from '../parts/paged/address.ts';
import { PagedPanel } from '../parts/paged/panel.tsx';
import { formatMoment } from '../text/format.ts';
import { AuditDetails, AuditSentence, Only } from './audit-entry.tsx';
import { AUDIT_ACTIONS, auditAction } from './audit-text.ts';

const ADDRESS = pagedAddress('audit', { actor: 'who', action: 'what' });

/** Who changed or did what on a server, newest first unless it is asked otherwise. */
export function AuditPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const actions = AUDIT_ACTIONS.map((value) => ({ value, label: auditAction(value) }));
  return (
    <PagedPanel
      resource="audit"
      serverId={serverId}
      address={ADDRESS}
      texts={{
        title: t('audit.title'),
        search: t('audit.search'),
        empty: t('audit.empty'),
        refused: t('audit.refused'),
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
      columns={[
        { label: t('audit.when'), order: 'at' },
        { label: t('audit.who'), order: 'actor_name' },
        { label: t('audit.what'), order: 'action' },
        { label: t('audit.detail') },
      ]}
      cells={(entry, choose) => <AuditCells entry={entry} onChoose={choose} />}
    />
  );
}

/** What is long is shown whole, on more lines. */
function AuditCells({
  entry,
  onChoose,
}: {
  readonly entry: PagedRow<'audit'>;
  readonly onChoose: (part: Narrowing<'audit'>) => void;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const { at, actor_id, actor_name } = entry;
  return (
    <>
      <td className="numeric">
        <Link href={to.past(entry.server_id, at)}>{formatMoment(at, locale)}</Link>
      </td>
      <td>
        {actor_id === null ? (
          t('audit.system')
        ) : (
          <Only of={actor_name || actor_id} onChoose={() => onChoose({ actor: actor_id })} />
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
