import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useTakerName } from '../known/takers.ts';
import { useMoveBack, useMoved } from './use-move.ts';

/** Says what was moved just now, with a way back. */
export function MovedNotice() {
  const { t } = useTranslation('groups');
  const moved = useMoved();
  const nameOf = useTakerName();
  const takeBack = useMoveBack();
  if (moved === null) return null;
  const {
    thing: { name },
    to,
    from,
  } = moved;
  return (
    <Notice
      tone="good"
      action={
        from === null ? undefined : (
          <Button onClick={() => void takeBack(moved, t('resources.back', { name }))}>
            {t('undo', { ns: 'common' })}
          </Button>
        )
      }
    >
      {t('resources.moved', { name, to: nameOf(to) })}
    </Notice>
  );
}
