import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

/** In the place of a page that shows nothing of a recording. */
export function NotReplayed() {
  const { t } = useTranslation('replay');
  return (
    <Notice action={<ButtonLink href={to.dashboard()}>{t('toDashboard')}</ButtonLink>}>
      {t('noPage')}
    </Notice>
  );
}
