import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';

/** A server that only its managers may open. */
export function RestrictedPage({ identifier }: { readonly identifier: string }) {
  const { t } = useTranslation('serverPages');
  return (
    <div className="stack">
      <h1>{t('restricted.title')}</h1>
      <Notice tone="warn">{t('restricted.text', { identifier })}</Notice>
      <p>
        <ButtonLink href={to.dashboard()}>{t('restricted.back')}</ButtonLink>
      </p>
    </div>
  );
}
