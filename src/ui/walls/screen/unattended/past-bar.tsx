import { FastForward, History, Play, Rewind, SkipBack, SkipForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../../data/use-signal.ts';
import { Button } from '../../../parts/button.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { formatDuration, formatTime } from '../../../text/format.ts';
import { REWIND_HOUR_MS, REWIND_STEP_MS } from './keys.ts';
import type { WallWatch } from './wall-watch.ts';

/** Says that the wall shows the past, which moment, and how to go elsewhere in it or back to now. */
export function PastBar({ watch }: { readonly watch: WallWatch<unknown> }) {
  const past = useSignalValue(watch.rewound) !== null;
  return past ? <Past watch={watch} /> : null;
}

function Past({ watch }: { readonly watch: WallWatch<unknown> }) {
  const { t } = useTranslation('unattended');
  const locale = useLocale();
  const past = useSignalValue(watch.rewound);
  const now = useSignalValue(watch.now);
  const span = watch.span();
  if (past === null || span === null) return null;
  const ago = formatDuration((now - past.at) / 1_000, locale);
  const step = (ms: number) => () => watch.rewind({ kind: 'step', ms });
  return (
    <section className="wall-past" aria-label={t('past.title')}>
      <p role="status">
        <History aria-hidden="true" />
        <strong>{t('past.title')}</strong>{' '}
        <span className="numeric">{formatTime(past.at, locale)}</span>{' '}
        <span className="numeric" aria-live="off">
          {t('past.ago', { ago })}
        </span>
        {watch.isOfDay(past.at) ? <span> {t('past.ofDay')}</span> : null}
      </p>
      <Button
        icon={<Rewind />}
        aria-label={t('past.hourBack')}
        title={t('past.hourBack')}
        onClick={step(-REWIND_HOUR_MS)}
      />
      <Button icon={<SkipBack />} aria-label={t('past.back')} onClick={step(-REWIND_STEP_MS)} />
      <input
        type="range"
        aria-label={t('past.moment')}
        aria-valuetext={t('past.ago', { ago })}
        min={span.from}
        max={span.to}
        step={1_000}
        value={past.at}
        onChange={(event) => watch.rewind({ kind: 'seek', at: Number(event.target.value) })}
      />
      <Button icon={<SkipForward />} aria-label={t('past.forth')} onClick={step(REWIND_STEP_MS)} />
      <Button
        icon={<FastForward />}
        aria-label={t('past.hourForth')}
        title={t('past.hourForth')}
        onClick={step(REWIND_HOUR_MS)}
      />
      <Button kind="primary" icon={<Play />} onClick={() => watch.rewind({ kind: 'live' })}>
        {t('past.live')}
      </Button>
    </section>
  );
}
