import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HISTORY_SERVERS_MAX, HISTORY_SOUGHT_MAX } from '../../protocol/history/calls.ts';
import type { HistoryKind } from '../../protocol/history/kinds.ts';
import { clock } from '../data/clock.ts';
import type { HistoryAddress } from '../parts/addresses/history.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/select.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import { SEARCH_ATTRIBUTE } from '../shell/keys/shortcuts.ts';
import { fromInput, momentsOf, serversOf, SPANS, spanOf, toInput } from './question.ts';

/** What narrows the past down: words, kinds, servers, a span, a person. */
export function HistoryFilters({
  address,
  kinds,
  person,
  onChange,
}: {
  readonly address: HistoryAddress;
  /** Those that the account may see anywhere. */
  readonly kinds: readonly HistoryKind[];
  /** What the person is called whom it is narrowed down to, where that is known. */
  readonly person: string | null;
  readonly onChange: (part: Partial<HistoryAddress>) => void;
}) {
  const { t } = useTranslation('history');
  const servers = serversOf(address);
  const span = spanOf(address, clock.peek());
  const toggled = (kind: HistoryKind) =>
    kinds.filter((one) => (one === kind) !== address.kinds.includes(one));
  return (
    <div className="history-filters">
      <input
        className="input"
        type="search"
        value={address.text}
        maxLength={HISTORY_SOUGHT_MAX}
        placeholder={t('search')}
        aria-label={t('search')}
        onChange={(event) => onChange({ text: event.target.value })}
        {...{ [SEARCH_ATTRIBUTE]: '' }}
      />
      <Select
        label={t('span')}
        labelHidden
        value={span}
        options={SPANS.map((value) => ({ value, label: t(`spans.${value}`) }))}
        onValue={(value) => {
          const chosen = SPANS.find((one) => one === value) ?? 'any';
          const now = clock.peek();
          onChange(
            chosen === 'own' ? { ...momentsOf('hour', now), until: now } : momentsOf(chosen, now),
          );
        }}
      />
      {span === 'own' ? (
        <>
          {(['from', 'until'] as const).map((end) => (
            <label key={end}>
              <span>{t(end)}</span>
              <input
                className="input compact"
                type="datetime-local"
                value={toInput(address[end])}
                onChange={(event) => onChange({ [end]: fromInput(event.target.value) })}
              />
            </label>
          ))}
        </>
      ) : null}
      <details className="history-servers">
        <summary className="button">
          {servers.length === 0 ? t('allServers') : t('someServers', { count: servers.length })}
        </summary>
        <ServerChoice
          label={t('servers')}
          chosen={servers}
          most={HISTORY_SERVERS_MAX}
          onChosen={(ids) => onChange({ servers: ids.join(',') })}
        />
      </details>
      {address.player === null ? null : (
        <Button kind="quiet" icon={<X />} onClick={() => onChange({ player: null })}>
          {t('onlyPlayer', { name: person ?? t('somebody') })}
        </Button>
      )}
      <div className="chips" role="group" aria-label={t('kinds')}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className="chip"
            aria-pressed={address.kinds.includes(kind)}
            onClick={() => onChange({ kinds: toggled(kind) })}
          >
            {t(`kind.${kind}`)}
          </button>
        ))}
        {address.kinds.length === 0 ? null : (
          <button type="button" className="chip" onClick={() => onChange({ kinds: [] })}>
            {t('everything')}
          </button>
        )}
      </div>
    </div>
  );
}
