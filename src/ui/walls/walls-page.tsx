import './walls.css';
import { Plus, Tv } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { useResource } from '../data/use-resource.ts';
import { useConnectionKind } from '../data/use-view.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { DisplaysPanel } from './displays-panel.tsx';
import { WallsPanel } from './walls-panel.tsx';

/** `/walls`: the saved walls, and the screens that show them. */
export function WallsPage() {
  const { t } = useTranslation('walls');
  const { told } = useResource('walls', null);
  const link = useConnectionKind();
  const stale = told && (link === 'lost' || link === 'refused');
  return (
    <div className="stack walls">
      <header className="page-head">
        <h1>{t('title')}</h1>
        <div className="actions">
          <ButtonLink href={to.newWall()} icon={<Plus />} kind="primary">
            {t('newWall')}
          </ButtonLink>
          <ButtonLink href={to.pairDisplay()} icon={<Tv />}>
            {t('pair')}
          </ButtonLink>
        </div>
      </header>
      <p className="soft">{t('intro')}</p>
      {stale ? <Notice tone="warn">{t('stale')}</Notice> : null}
      <WallsPanel />
      <DisplaysPanel />
    </div>
  );
}
