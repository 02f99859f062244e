import { ChevronLeft, ChevronRight, History, Pin, PinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../../data/use-signal.ts';
import { Button } from '../../../parts/button.tsx';
import { REWIND_STEP_MS } from './keys.ts';
import type { WallWatch } from './wall-watch.ts';

/** Turn, pin and rewind by hand; `turns`: there is more than one page to turn to. */
export function WallControls({
  watch,
  turns,
}: {
  readonly watch: WallWatch<unknown>;
  readonly turns: boolean;
}) {
  const { t } = useTranslation('unattended');
  const { pinned } = useSignalValue(watch.rotation);
  const past = useSignalValue(watch.rewound) !== null;
  return (
    <div className="wall-controls" role="toolbar" aria-label={t('controls.title')}>
      {turns ? (
        <>
          <Button
            icon={<ChevronLeft />}
            aria-label={t('controls.previous')}
            title={t('controls.previous')}
            onClick={() => watch.turn({ kind: 'previous' })}
          />
          <Button
            icon={pinned ? <PinOff /> : <Pin />}
            aria-label={t('controls.pin')}
            aria-pressed={pinned}
            title={t('controls.pin')}
            onClick={() => watch.turn({ kind: 'pin' })}
          />
          <Button
            icon={<ChevronRight />}
            aria-label={t('controls.next')}
            title={t('controls.next')}
            onClick={() => watch.turn({ kind: 'next' })}
          />
        </>
      ) : null}
      {past ? null : (
        <Button
          icon={<History />}
          aria-label={t('controls.rewind')}
          title={t('controls.rewind')}
          onClick={() => watch.rewind({ kind: 'step', ms: -REWIND_STEP_MS })}
        />
      )}
    </div>
  );
}
