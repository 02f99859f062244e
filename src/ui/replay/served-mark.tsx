import { History, StepForward } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import { formatCount, formatMoment } from '../text/format.ts';
import { askPace, type Pace } from './pace.ts';
import { useReplayKeys } from './use-replay-keys.ts';
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
  const change = (body: object) => void askPace(body).then(setPace, reportError);
  const stands = pace?.speed === null;
  const step = () => {
    if (stands && !pace.ended) change({ step: true });
  };
  useReplayKeys({ l: step, k: () => change({ speed: stands ? 1 : null }) });
  return (
    <aside className="served-replay" aria-label={t('banner')}>
      <History className="icon" aria-hidden="true" />
      <p>
        <strong>{t('banner')}</strong> {t('served.text')}{' '}
        {pace === null ? null : <Place {...pace} />}
      </p>
      {pace === null ? null : (
        <>
          {pace.ended ? null : (
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
          )}
          {stands ? (
            <Button
              icon={<StepForward />}
              title={`${t('forward')} (l)`}
              still={pace.ended}
              onClick={step}
            >
              {t('served.step')}
            </Button>
          ) : null}
        </>
      )}
    </aside>
  );
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
