import { useTranslation } from 'react-i18next';
import { useLocale } from '../../parts/locale.ts';
import { formatCount, formatHour } from '../../text/format.ts';
import type { WallSums } from './sums.ts';
import type { ShownPage } from './wall-stage.ts';

/** The strip above the picture: what it is of, its sums, states in words, the page and the time. */
export function WallHead({ shown, name }: { readonly shown: ShownPage; readonly name: string }) {
  const { t } = useTranslation('wall');
  const locale = useLocale();
  const { head } = shown.layout;
  const count = (value: number) => formatCount(value, locale);
  const { sums } = shown;
  const upright = head.height > head.width / 16;
  return (
    <header
      className="wall-head"
      data-upright={upright}
      style={{
        left: head.x,
        top: head.y,
        width: head.width,
        height: head.height,
        fontSize: head.height * (upright ? 0.3 : 0.6),
      }}
    >
      <h1>{shown.title === '' ? name : shown.title}</h1>
      <p className="wall-sums numeric">
        <strong>{count(sums.players)}</strong>
        {sums.slots === 0 ? null : <span className="soft"> / {count(sums.slots)}</span>}{' '}
        {t('players')}
        {sums.queued === 0 ? null : (
          <span className="wall-queued">
            {' '}
            +{count(sums.queued)} {t('queued')}
          </span>
        )}
      </p>
      <Legend sums={sums} />
      <p className="wall-page numeric">
        {shown.pages > 1 ? (
          <span aria-label={t('page', { page: shown.page + 1, pages: shown.pages })}>
            {shown.page + 1}/{shown.pages}
          </span>
        ) : null}
        <time>{formatHour(shown.moment.now, locale)}</time>
      </p>
    </header>
  );
}

/** How many servers are in each state, by shape, colour and word. */
function Legend({ sums }: { readonly sums: WallSums }) {
  const { t } = useTranslation(['wall', 'server']);
  const locale = useLocale();
  return (
    <ul className="wall-legend numeric">
      {sums.states.map(({ status, servers }) => (
        <li key={status} data-status={status}>
          <strong>{formatCount(servers, locale)}</strong>{' '}
          {t(`status.${status}`, { ns: 'server' }).toLowerCase()}
        </li>
      ))}
      {sums.stale === 0 ? null : (
        <li data-status="stale">
          <strong>{formatCount(sums.stale, locale)}</strong> {t('stale')}
        </li>
      )}
    </ul>
  );
}
