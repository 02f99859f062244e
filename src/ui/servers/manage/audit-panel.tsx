import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagingRow } from '../../../domain/queries.ts';
import { useConnectionKind, useReplaying } from '../../data/use-view.ts';
import { useAddress } from '../../parts/addresses/use-address.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Status } from '../../parts/status.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { formatCount } from '../../text/format.ts';
import { AUDIT_ADDRESS, auditQuestion } from './audit-address.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

/** Before a row is drawn it is taken for so high. */
const ROW_PX = 37;

/** What shows meanwhile was true before. */
const OLD: ReadonlySet<PagingRow['state']> = new Set(['loading', 'failed']);

/** Who changed or did what on a server: live, newest first unless it is asked otherwise, however much it is. */
export function AuditPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  return useReplaying() ? (
    <Panel title={t('audit.title')}>
      <p className="soft">{t('audit.replaying')}</p>
    </Panel>
  ) : (
    <LiveAudit serverId={serverId} />
  );
}

function LiveAudit({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const [address, change] = useAddress(AUDIT_ADDRESS);
  const scroller = useRef<HTMLDivElement>(null);
  const pages = usePages(auditQuestion(serverId, address), scroller, ROW_PX);
  const { paging } = pages;
  const connection = useConnectionKind();
  const narrowed = Object.keys(auditQuestion(serverId, address).where).length > 0;
  const isShown = paging !== null && paging.total > 0;
  /** What was pressed to choose goes with it, whether it stands in a row or is a filter that is taken back. */
  const choose: typeof change = (part) => {
    change(part);
    (scroller.current ?? document.getElementById('content'))?.focus({ preventScroll: true });
  };
  return (
    <Panel
      title={t('audit.title')}
      padded={false}
      tools={
        <>
          {isShown && (connection !== 'live' || OLD.has(paging.state)) ? (
            <Status tone="warn">{t('stale', { ns: 'common' })}</Status>
          ) : null}
          <span className="soft" role="status">
            {isShown
              ? t(paging.about ? 'audit.about' : 'audit.total', {
                  count: paging.total,
                  total: formatCount(paging.total, locale),
                })
              : null}
          </span>
        </>
      }
    >
      <AuditFilters address={address} onChange={change} onChoose={choose} />
      {paging?.state === 'failed' ? <Notice tone="warn">{t('audit.failed')}</Notice> : null}
      {paging?.state === 'refused' || paging?.state === 'invalid' ? (
        <p className="empty">{t(`audit.${paging.state}`)}</p>
      ) : isShown ? (
        <AuditTable
          address={address}
          pages={pages}
          scroller={scroller}
          onChange={change}
          onChoose={choose}
        />
      ) : paging?.state === 'ready' ? (
        <p className="empty">
          {t(narrowed || address.text.trim() !== '' ? 'audit.noMatch' : 'audit.empty')}
        </p>
      ) : paging?.state === 'failed' ? null : (
        <Loading lines={4} />
      )}
    </Panel>
  );
}
