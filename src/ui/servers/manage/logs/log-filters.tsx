import { useTranslation } from 'react-i18next';
import { FEED_SOUGHT } from '../../../../protocol/feed/calls.ts';
import { SEARCH_ATTRIBUTE } from '../../../shell/keys/shortcuts.ts';
import { LOG_KINDS, type LogAddress } from './log-address.ts';

/** Which kinds of entries show, and a search in what is loaded. */
export function LogFilters({
  address,
  onAddress,
}: {
  readonly address: LogAddress;
  readonly onAddress: (address: LogAddress) => void;
}) {
  const { t } = useTranslation(['serverPages', 'serverDashboard']);
  const { which, kinds, hits, text } = address;
  const toggled = (kind: string) =>
    LOG_KINDS[which].filter((one) => (one === kind) !== kinds.includes(one));
  return (
    <>
      <input
        className="input compact"
        type="search"
        value={text}
        maxLength={FEED_SOUGHT.max}
        onChange={(event) => onAddress({ ...address, text: event.target.value })}
        placeholder={t('logs.search')}
        aria-label={t('logs.search')}
        {...{ [SEARCH_ATTRIBUTE]: '' }}
      />
      <div className="chips" role="group" aria-label={t('logs.kindsOf')}>
        {LOG_KINDS[which].map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={kinds.includes(kind)}
            onClick={() => onAddress({ ...address, kinds: toggled(kind) })}
          >
            {kind === 'in' || kind === 'out' || kind === 'answer'
              ? t(`logs.direction.${kind}`)
              : t(`feed.kinds.${kind}`, { ns: 'serverDashboard' })}
          </button>
        ))}
        {which === 'feed' && kinds.length === 0 ? (
          <button
            type="button"
            className="chip"
            aria-pressed={hits}
            onClick={() => onAddress({ ...address, hits: !hits })}
          >
            {t('logs.withHits')}
          </button>
        ) : null}
        {kinds.length === 0 ? null : (
          <button
            type="button"
            className="chip"
            onClick={() => onAddress({ ...address, kinds: [] })}
          >
            {t('logs.allKinds')}
          </button>
        )}
      </div>
    </>
  );
}
