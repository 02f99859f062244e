import './walls.css';
import { Plus, Tv } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { DisplaysPanel } from './displays-panel.tsx';
import { useWallsCall } from './screen/use-walls-call.ts';
import { WallsPanel } from './walls-panel.tsx';

/** `/walls`: the saved walls, and the screens that show them. */
export function WallsPage() {
  const { t } = useTranslation('walls');
  const walls = useWallsCall('wallsList', {});
  const link = useOne({ view: 'link' }).row?.connection.kind;
  const stale = (link === 'lost' || link === 'refused') && walls.answer !== null;
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
      <WallsPanel called={walls} />
      <DisplaysPanel walls={walls.answer?.walls ?? []} />
    </div>
  );
}
