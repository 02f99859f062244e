import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatMoment } from '../../text/format.ts';
import { auditAction, auditDetails } from './audit-text.ts';

/** Rows of the audit; what is long is shown whole, on more lines. */
export function AuditTable({ rows }: { readonly rows: CallAnswer<'serverAudit'>['rows'] }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  return (
    <div className="table-scroller audit" tabIndex={0} role="group" aria-label={t('audit.title')}>
      <table className="server-table">
        <thead>
          <tr>
            {(['when', 'who', 'what', 'detail'] as const).map((name) => (
              <th key={name} scope="col" className="plain">
                {t(`audit.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="numeric">{formatMoment(row.at, locale)}</td>
              <td>
                {row.actor === null ? t('audit.system') : <bdi>{row.actor.display_name}</bdi>}
              </td>
              <td>{auditAction(row.action)}</td>
              <td className="detail soft">
                {auditDetails(row.detail).map((text) => (
                  <span key={text}>{text}</span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
