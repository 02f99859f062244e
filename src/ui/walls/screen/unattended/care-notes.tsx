import { Hourglass, MonitorOff, Pin, VolumeX } from 'lucide-react';
import { Trans, useTranslation } from 'react-i18next';
import { useSignalValue } from '../../../data/use-signal.ts';
import { useDataConnection } from '../../../data/use-view.ts';
import { Button } from '../../../parts/button.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { formatDuration } from '../../../text/format.ts';
import type { Unattended } from './use-unattended.ts';

/** What whoever hangs the wall should know: it is pinned, cannot be heard, or may fall asleep. */
export function CareNotes({ care }: { readonly care: Unattended<unknown> }) {
  const { t } = useTranslation('unattended');
  const sound = useSignalValue(care.alarm.state);
  const behind = useSignalValue(useDataConnection().behind);
  const locale = useLocale();
  const { pinned } = useSignalValue(care.watch.rotation);
  return (
    <div className="wall-notes" role="status">
      {sound === 'blocked' ? (
        <p data-tone="warn">
          <VolumeX aria-hidden="true" />
          {t('sound.blocked')}
          <Button onClick={() => void care.alarm.allow()}>{t('sound.allow')}</Button>
        </p>
      ) : null}
      {sound === 'missing' ? (
        <p data-tone="warn">
          <VolumeX aria-hidden="true" />
          {t('sound.missing')}
        </p>
      ) : null}
      {behind > 0 ? (
        <p data-tone="warn">
          <Hourglass aria-hidden="true" />
          <Trans
            t={t}
            i18nKey="behind"
            values={{ time: formatDuration(behind, locale) }}
            components={{ time: <span aria-live="off" /> }}
          />
        </p>
      ) : null}
      {pinned ? (
        <p>
          <Pin aria-hidden="true" />
          {t('pinned')}
        </p>
      ) : null}
      {care.wake === 'missing' ? (
        <p>
          <MonitorOff aria-hidden="true" />
          {t('wake.missing')}
        </p>
      ) : null}
    </div>
  );
}
