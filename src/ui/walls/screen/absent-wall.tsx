import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { NoLines } from '../../parts/no-lines.tsx';
import { useTitle } from '../../parts/title.ts';
import type { SavedWall } from './use-saved-wall.ts';

/** In place of a saved wall: there is none at its address, it could not be read, is on its way, or cannot come. */
export function AbsentWall({ saved: { gone, error, again } }: { readonly saved: SavedWall }) {
  if (gone) return <UnknownWall />;
  if (error !== null) return <CallError error={error} onRetry={again} />;
  return <NoLines serverId={null} topic="walls" />;
}

function UnknownWall() {
  const { t } = useTranslation('wall');
  useTitle(t('gone.title'));
  return (
    <>
      <h1>{t('gone.title')}</h1>
      <p className="soft">{t('gone.text')}</p>
      <ButtonLink href={to.walls()} kind="primary">
        {t('gone.action')}
      </ButtonLink>
    </>
  );
}
