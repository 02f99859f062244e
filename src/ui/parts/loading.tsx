import { useTranslation } from 'react-i18next';

/** Lines in the shape of what is coming. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <div className="loading" role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton" />
      ))}
    </div>
  );
}
