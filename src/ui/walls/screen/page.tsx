import { Pencil, Tv } from 'lucide-react';
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
    return <WallScreen wall={saved.wall} leave={<OfWall wallId={wallId} />} />;
  }
  return (
    <main className="lonely">
      <AbsentWall saved={saved} />
      {saved.gone ? null : <ButtonLink href={to.dashboard()}>{t('leave')}</ButtonLink>}
    </main>
  );
}

/** What can be done with a saved wall, and how to leave it. */
function OfWall({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation('wall');
  return (
    <>
      <ButtonLink href={to.editWall(wallId)} icon={<Pencil />} label={t('edit')} />
      <ButtonLink href={to.pairDisplay(wallId)} icon={<Tv />}>
        {t('television')}
      </ButtonLink>
      <LeaveWall href={to.dashboard()} />
    </>
  );
}
