import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { LeaveWall } from './leave-wall.tsx';
import { quickWall } from './quick-wall.ts';
import { WallScreen } from './wall-screen.tsx';

/** `/wall`: the servers of the address's filter on the whole window, without being saved. */
export function QuickWallPage() {
  const { t } = useTranslation('wall');
  const search = useSearch();
  const title = t('quick');
  const wall = useMemo(() => quickWall(search, title), [search, title]);
  return <WallScreen wall={wall} leave={<LeaveWall href={to.dashboard()} />} />;
}
