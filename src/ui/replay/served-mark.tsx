import { History, StepForward } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdClock } from '../data/clock.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import { usePageDeeds, type PageDeed } from '../shell/keys/page-deeds.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { REPLAY_KEYS } from './keys.ts';
import { askPace, type Pace } from './pace.ts';
import './served-mark.css';

const SPEEDS = [1, 2, 10, 60, 600];
const STANDS = 'stands';
/** Whoever stepped it in the terminal sees soon where it stands. */
const LOOK_MS = 500;

/** What is shown, where it stands, and what moves it. */
export function ServedMark() {
  const { t } = useTranslation('replay');
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    const look = () => {
      // A host that was stopped is told by the sign of the connection.
      if (document.visibilityState === 'visible') askPace().then(setPace, () => setPace(null));
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const change = useCallback((body: object) => void askPace(body).then(setPace, reportError), []);
  useDeeds(pace, change);
  // All 'three minutes ago' are counted from the moment that is shown.
  const at = pace?.at ?? null;
  useEffect(() => holdClock(at), [at]);
  useEffect(() => () => holdClock(null), []);
  return (
    <aside className="served-replay" aria-label={t('banner')}>
      <History className="icon" aria-hidden="true" />
      <p>
        <strong>{t('banner')}</strong> {t('served.text')}{' '}
        {pace === null ? null : <Place {...pace} />}
      </p>
      {pace === null ? null : (
        <>
          <Select
            label={t('served.pace')}
            labelHidden
            value={pace.speed === null ? STANDS : String(pace.speed)}
            onValue={(value) => change({ speed: value === STANDS ? null : Number(value) })}
            options={[
              { value: STANDS, label: t('served.stands') },
              ...[...new Set([...SPEEDS, pace.speed ?? 1])].map((speed) => ({
                value: String(speed),
                label: t('speedOf', { speed }),
              })),
            ]}
          />
          <Button
            icon={<StepForward />}
            title={`${t('forward')} (${REPLAY_KEYS.forward})`}
            still={pace.ended || pace.speed !== null}
            onClick={() => change({ step: true })}
          >
            {t('served.step')}
          </Button>
        </>
      )}
    </aside>
  );
}

/** What moves it, for the palette and the keys; nothing does at its end. */
function useDeeds(pace: Pace | null, change: (body: object) => void): void {
  const { t } = useTranslation('replay');
  const speed = pace === null || pace.ended ? undefined : pace.speed;
  const deeds = useMemo((): readonly PageDeed[] => {
    if (speed === undefined) return [];
    const at = (value: number) => ({
      name: `speed ${value}`,
      label: t('speedAt', { speed: value }),
      words: `${value}x`,
      run: () => change({ speed: value }),
    });
    return [
      {
        name: 'play',
        label: t(speed === null ? 'play' : 'pause'),
        words: t('words.play'),
        key: REPLAY_KEYS.play,
        run: () => change({ speed: speed === null ? 1 : null }),
      },
      ...(speed === null
        ? [
            {
              name: 'forward',
              label: t('forward'),
              words: t('words.forward'),
              key: REPLAY_KEYS.forward,
              run: () => change({ step: true }),
            },
          ]
        : []),
      ...SPEEDS.map(at),
    ];
  }, [change, speed, t]);
  usePageDeeds(useMemo(() => ({ title: t('banner'), deeds }), [deeds, t]));
}

function Place({ speed, seq, at, ended }: Pace) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  if (seq === null) {
    if (ended) return <b>{t('served.nothing')}</b>;
    return <b>{t(speed === null ? 'served.beforeStanding' : 'served.before')}</b>;
  }
  return (
    <span className="numeric">
      {t(ended ? 'served.ended' : 'served.place', {
        event: formatCount(seq, locale),
        moment: at === null ? '' : formatMoment(at, locale),
      })}
    </span>
  );
}
