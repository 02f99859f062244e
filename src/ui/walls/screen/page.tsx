import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { LeaveWall } from './leave-wall.tsx';
import { isGone, useWall } from './use-wall.ts';
import { WallScreen } from './wall-screen.tsx';

/** `/wall/:wall_id`: a saved wall on the whole window. */
export function WallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation('wall');
  const { wall, error, again } = useWall(wallId);
  if (wall !== null) {
    return <WallScreen wall={wall} leave={<LeaveWall href={to.dashboard()} />} />;
  }
  const gone = isGone(error);
  return (
    <main className="lonely">
      {error === null ? <Loading /> : null}
      {gone ? <Notice tone="warn">{t('gone')}</Notice> : null}
      {error === null || gone ? null : <CallError error={error} onRetry={again} />}
      {error === null ? null : <ButtonLink href={to.dashboard()}>{t('leave')}</ButtonLink>}
    </main>
  );
}
