import { useTranslation } from 'react-i18next';
import type { BanRow } from '../../domain/bans/row.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { Actor } from '../audit/audit-list.tsx';
import { AuditSentence } from '../audit/audit-entry.tsx';
import { auditChanges } from '../audit/audit-text.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { usePagedCall } from '../parts/use-paged-call.ts';
import { formatMoment } from '../text/format.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';

const rowsOf = ({ rows }: CallAnswer<'banListAuditPage'>) => rows;

/** What was done with a ban, the newest first, for whoever may see what is done in its list. */
export function BanHistory({ list, ban }: { readonly list: BanList; readonly ban: BanRow }) {
  const { t } = useTranslation('bans');
  // What an audit says stands there.
  useTranslation('serverPages');
  const locale = useLocale();
  const reads = mayIn(list, 'banlist.protocol');
  const { rows, error, busy, more, reload } = usePagedCall(
    'banListAuditPage',
    reads ? { params: { banlist_id: list.id }, query: { thing: ban.id, limit: 50 } } : null,
    rowsOf,
    { version: String(ban.changed_at) },
  );
  return (
    <section className="stack">
      <h3>{t('ban.history')}</h3>
      {!reads ? (
        <p className="soft">{t('ban.historyRefused')}</p>
      ) : rows === null ? (
        error === null ? (
          <Loading lines={2} />
        ) : null
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
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {more === null && (!busy || rows === null) ? null : (
        <div>
          <Button busy={busy} onClick={more ?? undefined}>
            {t('ban.historyMore')}
          </Button>
        </div>
      )}
    </section>
  );
}
