import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRestartNear, untilRestart } from '../../domain/servers/next-restart.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { leftText, restartText } from '../text/restart-text.ts';
import { formatMoment } from '../text/format.ts';
import { useLocale } from './locale.ts';

/** Further off than this, a list that has no column for it leaves it to whoever points at the row; milliseconds. */
const SHOWN = 3_600_000;

/**
 * When a server restarts next, beside its name: a word that is quiet, and loud where it is near. `local`: as the server
 * tells it. `short`: where there is little room, the hour before it alone, and without the word.
 */
export function NextRestart({
  local,
  short = false,
}: {
  readonly local: string | null;
  readonly short?: boolean;
}) {
  const { t } = useTranslation('server');
  const locale = useLocale();
  const at = local === null ? Number.NaN : Date.parse(local);
  const leftAt = (now: number) => {
    const left = untilRestart(at, hostTime(now));
    return left !== null && short && left > SHOWN ? null : left;
  };
  const whole = useTextOfNow((now) => {
    const left = leftAt(now);
    return left === null ? '' : restartText(left, locale, t);
  });
  const brief = useTextOfNow((now) => {
    const left = leftAt(now);
    return left === null ? '' : leftText(left, locale, t);
  });
  const near = useTextOfNow((now) => String(isRestartNear(leftAt(now) ?? Infinity)));
  if (local === null || whole === '') return null;
  return (
    <time
      className="next-restart numeric"
      data-near={near}
      dateTime={local}
      title={`${t('restart.next')}: ${formatMoment(at, locale)}`}
    >
      {short ? (
        <>
          <RotateCw className="icon" />
          <span aria-hidden="true">{brief}</span>
          <span className="visually-hidden">{whole}</span>
        </>
      ) : (
        whole
      )}
    </time>
  );
}
