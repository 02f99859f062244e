import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRestartNear, START_UNKNOWN, untilRestart } from '../../domain/servers/next-restart.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { formatMoment } from '../text/format.ts';
import { leftText, restartText, signText } from '../text/restart-text.ts';
import { useLocale } from './locale.ts';

/**
 * When a server restarts next, quiet, and loud where it is near; nothing where no restart is planned. `local`: of
 * `restartOf`. `as`: in a sentence of its own; as the time that is left, below a head that says of what; or by a sign,
 * where there is little room and one that is not near would cut a name.
 */
export function NextRestart({
  local,
  as,
  earlier = false,
}: {
  readonly local: string | null;
  /** As `mayRestartEarlier` says. */
  readonly earlier?: boolean;
  readonly as: 'sentence' | 'left' | 'sign';
}) {
  const { t } = useTranslation('server');
  const locale = useLocale();
  const at = local === null ? Number.NaN : Date.parse(local);
  const tell = (says: typeof leftText) => (now: number) => {
    const left = untilRestart(at, hostTime(now));
    return left === null || (as === 'sign' && !isRestartNear(left)) ? '' : says(left, locale, t);
  };
  const sentence = useTextOfNow(tell(restartText));
  const left = useTextOfNow(tell(as === 'sign' ? signText : leftText));
  const near = useTextOfNow((now) => String(isRestartNear(at - hostTime(now))));
  if (local === START_UNKNOWN) {
    if (as === 'sign') return null;
    const title = `${t('restart.next')}: ${t('restart.startUnknown')}`;
    return (
      <span className="next-restart soft" title={title}>
        <span aria-hidden="true">
          {t(as === 'left' ? 'restart.leftUnknown' : 'restart.unknown')}
        </span>
        <span className="visually-hidden">{title}</span>
      </span>
    );
  }
  if (local === null || sentence === '') return null;
  return (
    <time
      className="next-restart numeric"
      data-near={near}
      dateTime={local}
      title={[
        `${t('restart.next')}: ${formatMoment(at, locale)}`,
        ...(earlier ? [t('restart.earlierWhy')] : []),
      ].join('. ')}
    >
      {as === 'sign' ? (
        <>
          <RotateCw className="icon" />
          <span aria-hidden="true">{left}</span>
          <span className="visually-hidden">{sentence}</span>
        </>
      ) : (
        <>
          {as === 'left' ? left : sentence}
          {earlier ? ` ${t('restart.earlier')}` : null}
        </>
      )}
    </time>
  );
}
