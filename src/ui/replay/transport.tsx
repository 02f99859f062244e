import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import { formatCount } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';
import { REPLAY_KEYS } from './keys.ts';
import { SPEEDS } from './speeds.ts';

/** Plays, pauses and steps. */
export function Transport({
  replay: { controls, moment, recording },
  speed,
  onSpeed,
}: {
  readonly replay: OpenReplay;
  readonly speed: number;
  readonly onSpeed: (speed: number) => void;
}) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const { position, speed: playing } = useSignalValue(moment);
  const { events } = recording;
  return (
    <div className="replay-transport">
      <Button
        kind="quiet"
        icon={<SkipBack />}
        aria-label={t('toStart')}
        title={t('toStart')}
        onClick={() => void controls.seek(0)}
      />
      <Button
        kind="quiet"
        icon={<StepBack />}
        aria-label={t('back')}
        title={`${t('back')} (${REPLAY_KEYS.back})`}
        onClick={() => void controls.step(-1)}
      />
      <Button
        kind="primary"
        icon={playing === null ? <Play /> : <Pause />}
        aria-label={t(playing === null ? 'play' : 'pause')}
        title={`${t(playing === null ? 'play' : 'pause')} (${REPLAY_KEYS.play})`}
        onClick={() => void controls.play(playing === null ? speed : null)}
      />
      <Button
        kind="quiet"
        icon={<StepForward />}
        aria-label={t('forward')}
        title={`${t('forward')} (${REPLAY_KEYS.forward})`}
        onClick={() => void controls.step(1)}
      />
      <Button
        kind="quiet"
        icon={<SkipForward />}
        aria-label={t('toEnd')}
        title={t('toEnd')}
        onClick={() => void controls.seek(events)}
      />
      <Select
        label={t('speed')}
        labelHidden
        value={String(speed)}
        onValue={(value) => onSpeed(Number(value))}
        options={SPEEDS.map((value) => ({
          value: String(value),
          label: t('speedOf', { speed: formatCount(value, locale) }),
        }))}
      />
      <span className="soft numeric">
        {t('eventOf', {
          event: formatCount(position, locale),
          events: formatCount(events, locale),
        })}
      </span>
    </div>
  );
}
