import { useTranslation } from 'react-i18next';
import type { BanRow } from '../../domain/bans/row.ts';
import { Actor } from '../audit/audit-list.tsx';
import { AuditSentence } from '../audit/audit-entry.tsx';
import { auditChanges } from '../audit/audit-text.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { formatMoment } from '../text/format.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';

/** What was done with a ban, the newest first, for whoever may see what is done in its list. */
export function BanHistory({ list, ban }: { readonly list: BanList; readonly ban: BanRow }) {
  const { t } = useTranslation('bans');
  // What an audit says stands there.
  useTranslation('serverPages');
  const locale = useLocale();
  const reads = mayIn(list, 'banlist.protocol');
  const { answer, error, reload } = useCall(
    'banListAuditPage',
    reads ? { params: { banlist_id: list.id }, query: { thing: ban.id, limit: 50 } } : null,
    ban.changed_at,
  );
  const rows = answer?.rows ?? [];
  return (
    <section className="stack">
      <h3>{t('ban.history')}</h3>
      {!reads ? (
        <p className="soft">{t('ban.historyRefused')}</p>
      ) : error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={2} />
      ) : rows.length === 0 ? (
        <p className="soft">{t('ban.historyEmpty')}</p>
      ) : (
        <ul className="ban-history">
          {rows.map((entry) => (
            <li key={entry.id}>
              <span className="soft numeric">{formatMoment(entry.at, locale)}</span>
              <span>
                <Actor entry={entry} />: <AuditSentence entry={entry} />
                {auditChanges(entry, locale).map((text) => (
                  <span key={text} className="soft">
                    {' '}
                    {text}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
