import { useTranslation } from 'react-i18next';
import { AuditList } from './audit-list.tsx';

/** What was done with accounts: with one's own, or for whoever operates the host with all of them. */
export function AccountAuditPage({ of }: { readonly of: 'activity' | 'oversight' }) {
  const { t } = useTranslation('serverPages');
  return (
    <div className="stack">
      <header className="page-head">
        <h1>{t(`audit.${of}.title`)}</h1>
      </header>
      <p className="soft">{t(`audit.${of}.text`)}</p>
      <AuditList resource={of} />
    </div>
  );
}
