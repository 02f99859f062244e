import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatMoment } from '../../text/format.ts';

/** So many are named. */
const NAMED = 3;

export type OnList = CallAnswer<'banRead'>['also'][number];

/** Bans in force that keep somebody out already, each with the way to it. `onLeave`: one of them is looked at instead. */
export function AlsoBanned({
  bans,
  title,
  onLeave,
}: {
  readonly bans: readonly OnList[];
  readonly title: string;
  readonly onLeave?: () => void;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  if (bans.length === 0) return null;
  const more = bans.length - NAMED;
  return (
    <section className="stack" aria-label={title}>
      <p>{title}</p>
      <ul>
        {bans.slice(0, NAMED).map(({ ban: { id, banlist_id, reason, until }, banlist }) => (
          <li key={id}>
            <bdi>{reason}</bdi>{' '}
            <span className="soft">
              <bdi>{banlist}</bdi> · {until === null ? t('list.ever') : formatMoment(until, locale)}
            </span>{' '}
            <Link href={to.ban(banlist_id, id)} onClick={onLeave}>
              {t('also.open')}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="soft">{t('also.more', { count: more })}</p> : null}
    </section>
  );
}
