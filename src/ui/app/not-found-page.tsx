import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { ButtonLink } from '../parts/button.tsx';
import { useTitle } from '../parts/title.ts';

/** Any address that is none of the portal's; shows without a session. */
export function NotFoundPage() {
  const { t } = useTranslation('frame');
  useTitle(t('notFound.title'));
  return (
    <main className="lonely">
      <h1>{t('notFound.title')}</h1>
      <p className="soft">{t('notFound.text')}</p>
      <ButtonLink href={to.dashboard()} kind="primary">
        {t('notFound.action')}
      </ButtonLink>
    </main>
  );
}
