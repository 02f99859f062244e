import { useTranslation } from 'react-i18next';
import { HISTORY_SOUGHT_MAX } from '../../../../protocol/history/calls.ts';
import { SEARCH_ATTRIBUTE } from '../../../shell/keys/shortcuts.ts';
import { LOG_KINDS, type LogAddress } from './log-address.ts';

/** What shows where no kinds are chosen. */
const WHOLE = {
  feed: [
    { label: 'usual', hits: false },
    { label: 'all', hits: true },
  ],
  console: [{ label: 'all', hits: false }],
} as const;

/** Which kinds of entries show, and a search in what is loaded. */
export function LogFilters({
  address,
  onAddress,
}: {
  readonly address: LogAddress;
  readonly onAddress: (address: LogAddress) => void;
}) {
  const { t } = useTranslation(['serverPages', 'serverDashboard']);
  const { which, kinds, text } = address;
  const toggled = (kind: string) =>
    LOG_KINDS[which].filter((one) => (one === kind) !== kinds.includes(one));
  return (
    <>
      <input
        className="input compact"
        type="search"
        value={text}
        maxLength={HISTORY_SOUGHT_MAX}
        onChange={(event) => onAddress({ ...address, text: event.target.value })}
        placeholder={t('logs.search')}
        aria-label={t('logs.search')}
        {...{ [SEARCH_ATTRIBUTE]: '' }}
      />
      <div className="chips" role="group" aria-label={t('logs.kindsOf')}>
        {WHOLE[which].map(({ label, hits }) => (
          <button
            key={label}
            type="button"
            className="chip"
            aria-pressed={kinds.length === 0 && address.hits === hits}
            onClick={() => onAddress({ ...address, kinds: [], hits })}
          >
            {t(`feed.${label}`, { ns: 'serverDashboard' })}
          </button>
        ))}
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
      </div>
    </>
  );
}
