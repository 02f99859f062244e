import './walls.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { Notice } from '../parts/notice.tsx';
import { AbsentWall } from './screen/absent-wall.tsx';
import { useSavedWall } from './screen/use-saved-wall.ts';
import { WallForm } from './wall-form.tsx';

/** `/walls/new`. */
export function NewWallPage() {
  const { t } = useTranslation('walls');
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.new')}</h1>
      <WallForm wall={null} />
    </div>
  );
}

/** `/walls/:wall_id`. */
export function EditWallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation(['walls', 'wall']);
  const saved = useSavedWall(wallId);
  const { wall, gone, error } = saved;
  const absent = <AbsentWall saved={saved} />;
  if (gone && wall === null) return <div className="stack walls-form">{absent}</div>;
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.edit')}</h1>
      {gone ? <Notice tone="warn">{t('gone.meanwhile', { ns: 'wall' })}</Notice> : null}
      {!gone && (wall === null || error !== null) ? absent : null}
      {wall === null ? null : <WallForm wall={wall} />}
    </div>
  );
}
