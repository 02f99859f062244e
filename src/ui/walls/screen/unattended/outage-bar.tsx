import { computed } from '@preact/signals-react';
import { Unplug } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionAt } from '../../../../domain/walls/staleness.ts';
import { useSignalValue } from '../../../data/use-signal.ts';
import { useLocale } from '../../../parts/locale.ts';
import type { Reloader } from '../../../shell/reloading/reloader.ts';
import { formatDuration, formatTime } from '../../../text/format.ts';
import type { WallWatch } from './wall-watch.ts';

interface OutageProps {
  readonly watch: WallWatch<unknown>;
  readonly reloader: Reloader;
}

/** Says that nothing on the wall is live, since when, and that it comes back by itself. */
export function OutageBar({ watch, reloader }: OutageProps) {
  const live = useMemo(
    () => computed(() => connectionAt(watch.sign.value, watch.now.value).kind === 'live'),
    [watch],
  );
  return useSignalValue(live) ? null : <Outage watch={watch} reloader={reloader} />;
}

function Outage({ watch, reloader }: OutageProps) {
  const { t } = useTranslation('unattended');
  const locale = useLocale();
  const sign = useSignalValue(watch.sign);
  const now = useSignalValue(watch.now);
  const reloading = useSignalValue(reloader.reloading);
  const connection = connectionAt(sign, now);
  if (connection.kind === 'live') return null;
  const { live_at: since } = sign;
  return (
    <div className="wall-outage" role="status">
      <Unplug aria-hidden="true" />
      <p>
        <strong>{t(`outage.${connection.kind}`)}</strong>{' '}
        {since === null ? null : (
          <span className="numeric" aria-live="off">
            {t('outage.asOf', {
              time: formatTime(since, locale),
              ago: formatDuration((now - since) / 1_000, locale),
            })}
          </span>
        )}
        {reloading === null ? null : ` ${t(`reloading.${reloading.reason}`)}`}
      </p>
    </div>
  );
}
