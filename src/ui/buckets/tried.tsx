import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { anyMatches, type Term } from '../../domain/filters/term.ts';
import type { FilterBucketType } from '../../protocol/buckets/limits.ts';
import { PLAYERS_PER_SERVER } from '../../protocol/players/limits.ts';
import { useRows } from '../data/use-view.ts';
import { FilterBacktest } from './filter-backtest.tsx';

/** On so many servers filters are tried, of which so many names or lines show. */
export const TRIED = 5;
const SHOWN = 8;
const CHAT = ['chat'] as const;
const LINES = 200;

/** What filters find on some servers, as they are now, and as they were where somebody asks. */
export function Tried({
  servers,
  type,
  terms,
  onFound,
}: {
  readonly servers: readonly { readonly id: string; readonly identifier: string }[];
  readonly type: FilterBucketType;
  /** The same list while they are the same. */
  readonly terms: readonly Term[];
  /** Is told how many are called so now. */
  readonly onFound?: (count: number) => void;
}) {
  const { t } = useTranslation('buckets');
  const matches = useMemo(() => anyMatches(terms), [terms]);
  return (
    <>
      <div role="status">
        {servers
          .slice(0, TRIED)
          .map(({ id, identifier }) =>
            type === 'NAME_FILTER' ? (
              <NamesFound
                key={id}
                serverId={id}
                server={identifier}
                matches={matches}
                onFound={onFound}
              />
            ) : (
              <LinesFound key={id} serverId={id} server={identifier} matches={matches} />
            ),
          )}
        {servers.length > TRIED ? (
          <p className="soft">{t('filter.untried', { count: servers.length - TRIED })}</p>
        ) : null}
      </div>
      <FilterBacktest servers={servers} type={type} terms={terms} />
    </>
  );
}

interface OfServer {
  readonly serverId: string;
  readonly server: string;
  readonly matches: (text: string) => boolean;
  readonly onFound?: ((count: number) => void) | undefined;
}

function NamesFound({ serverId, matches, onFound, ...rest }: OfServer) {
  const { rows } = useRows({
    view: 'players',
    server_id: serverId,
    text: '',
    sort: 'name',
    direction: 'asc',
    window: { from: 0, to: PLAYERS_PER_SERVER },
  });
  const found = rows.flatMap(({ name }) => (matches(name) ? [name] : []));
  useEffect(() => onFound?.(found.length), [onFound, found.length]);
  return <FoundTexts type="NAME_FILTER" found={found} {...rest} />;
}

function LinesFound({ serverId, matches, ...rest }: Omit<OfServer, 'onFound'>) {
  const { rows } = useRows({ view: 'feed', server_id: serverId, kinds: CHAT, limit: LINES });
  const said = rows.flatMap(({ entry }) => (entry.kind === 'chat' ? [entry.text] : []));
  return <FoundTexts type="CHAT_FILTER" found={said.filter(matches)} {...rest} />;
}

function FoundTexts({
  type,
  server,
  found,
}: {
  readonly type: FilterBucketType;
  readonly server: string;
  readonly found: readonly string[];
}) {
  const { t } = useTranslation('buckets');
  const texts = [...new Set(found)];
  return (
    <p className="soft bucket-found">
      {t(`filter.found.${type}`, { count: found.length, server })}
      {texts.slice(0, SHOWN).map((text) => (
        <bdi key={text} className="tag">
          {text}
        </bdi>
      ))}
      {texts.length > SHOWN ? (
        <span>{t('filter.past.more', { count: texts.length - SHOWN })}</span>
      ) : null}
    </p>
  );
}
