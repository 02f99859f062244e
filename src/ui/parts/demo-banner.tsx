import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AUTH_ROUTES } from '../../domain/routes/routes.ts';
import { demo } from '../data/demo.ts';
import './demo-banner.css';

/**
 * Says on every page of a demo that it is one. It takes its own room, and covers nothing. It stands above
 * the page and comes after it in the document, so that 'Skip to content' stays the first link.
 */
export function DemoBanner() {
  const { t } = useTranslation('common');
  if (demo() === null) return null;
  return (
    <aside className="demo-banner" aria-label={t('demo.label')}>
      <FlaskConical className="icon" aria-hidden="true" />
      <p>
        <strong>{t('demo.label')}</strong> {t('demo.text')}
      </p>
      <a href={AUTH_ROUTES.setUp.path}>{t('demo.setUp')}</a>
    </aside>
  );
}
