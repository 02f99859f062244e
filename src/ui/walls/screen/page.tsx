import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { AbsentWall } from './absent-wall.tsx';
import { LeaveWall } from './leave-wall.tsx';
import { useWall } from './use-wall.ts';
import { WallScreen } from './wall-screen.tsx';

/** `/wall/:wall_id`: a saved wall on the whole window. */
export function WallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation('wall');
  const saved = useWall(wallId);
  if (saved.wall !== null) {
    return <WallScreen wall={saved.wall} leave={<LeaveWall href={to.dashboard()} />} />;
  }
  return (
    <main className="lonely">
      <AbsentWall saved={saved} />
      <ButtonLink href={to.dashboard()}>{t('leave')}</ButtonLink>
    </main>
  );
}
