import { useTranslation } from 'react-i18next';
import { CallError } from '../../parts/call-error.tsx';
import { NoLines } from '../../parts/no-lines.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { SavedWall } from './use-saved-wall.ts';

/** In place of a saved wall: it is gone, could not be read, is on its way, or cannot come. */
export function AbsentWall({ saved: { gone, error, again } }: { readonly saved: SavedWall }) {
  const { t } = useTranslation('wall');
  if (gone) return <Notice tone="warn">{t('gone')}</Notice>;
  if (error !== null) return <CallError error={error} onRetry={again} />;
  return <NoLines serverId={null} topic="walls" />;
}
