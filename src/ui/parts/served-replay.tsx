import { History, StepForward } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Select } from './select.tsx';
import './served-replay.css';

const SPEEDS = [1, 2, 10, 60, 600];
const PACE = '/app/v1/replay/pace';

/** Says on every page of a played recording (`<meta name="muster-replay">`) that it is one, and sets its pace. */
export function ServedReplay() {
  return document.querySelector('meta[name="muster-replay"]') === null ? null : <Mark />;
}

function Mark() {
  const { t } = useTranslation('common');
  const [speed, setSpeed] = useState<number | null | undefined>(undefined);
  useEffect(() => {
    askPace().then(setSpeed, reportError);
  }, []);
  const change = (body: object) => void askPace(body).then(setSpeed, reportError);
  const speeds = speed === null || speed === undefined ? SPEEDS : [...new Set([...SPEEDS, speed])];
  return (
    <aside className="served-replay" aria-label={t('servedReplay.label')}>
      <History className="icon" aria-hidden="true" />
      <p>
        <strong>{t('servedReplay.label')}</strong> {t('servedReplay.text')}
      </p>
      {speed === undefined ? null : (
        <>
          <Select
            label={t('servedReplay.pace')}
            labelHidden
            value={String(speed)}
            onValue={(value) => change({ speed: value === 'null' ? null : Number(value) })}
            options={[
              { value: 'null', label: t('servedReplay.standing') },
              ...speeds.map((value) => ({
                value: String(value),
                label: t('servedReplay.speed', { speed: value }),
              })),
            ]}
          />
          {speed === null ? (
            <Button icon={<StepForward />} onClick={() => change({ step: true })}>
              {t('servedReplay.step')}
            </Button>
          ) : null}
        </>
      )}
    </aside>
  );
}

/** Asks how fast it plays, or changes it; answers the speed, null where it stands. */
async function askPace(body?: object): Promise<number | null> {
  const asked =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const answer = await fetch(PACE, asked);
  const { speed } = (await answer.json()) as { speed: number | null };
  return speed;
}
