import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAST_KIND, pastHits, type PastHit } from '../../domain/filters/past-hits.ts';
import { anyMatches, type Term } from '../../domain/filters/term.ts';
import { may } from '../../domain/permissions.ts';
import type { FilterBucketType } from '../../protocol/buckets/limits.ts';
import { HISTORY_SERVERS_MAX } from '../../protocol/history/calls.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useToEnd } from '../data/use-to-end.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FoundSoFar } from '../parts/found-so-far.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatMoment } from '../text/format.ts';

const DAYS = 30;
const DAY = 86_400_000;
/** Entries of a page: a regex that takes its time must not hold up the screen. */
const PAGE = 250;
/** So many joins or lines are looked at, the newest. */
const LOOKED_AT = 50_000;
const ACCOUNT = ['servers', 'capabilities'] as const;

type Answer = CallAnswer<'historyPage'>;

interface Found {
  readonly looked: number;
  readonly backTo: number | null;
  /** null: it is not known yet. */
  readonly days: number | null;
  readonly hits: ReadonlyMap<string, PastHit>;
}

const NOTHING: Found = { looked: 0, backTo: null, days: null, hits: new Map() };

/** Offers to say whom filters would have found of late, on those of these servers whose feed the account may read. */
export function FilterBacktest({
  servers,
  type,
  terms,
}: {
  readonly servers: readonly { readonly id: string }[];
  readonly type: FilterBucketType;
  /** The same list while they are the same. */
  readonly terms: readonly Term[];
}) {
  const { t } = useTranslation('buckets');
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [isAsked, setAsked] = useState(false);
  const read = servers.flatMap(({ id }) =>
    may(account, id, 'server.view.feed') || may(account, id, 'server.view.filtered') ? [id] : [],
  );
  if (read.length === 0) return null;
  if (isAsked) {
    const on = read.slice(0, HISTORY_SERVERS_MAX).join(',');
    return <Looking servers={on} type={type} terms={terms} />;
  }
  return (
    <div className="actions found-ask">
      <Button onClick={() => setAsked(true)}>{t('filter.past.ask', { count: DAYS })}</Button>
    </div>
  );
}

/** Looks at what is kept, some at a time, until it has looked at all or is closed. */
function Looking({
  servers,
  type,
  terms,
}: {
  readonly servers: string;
  readonly type: FilterBucketType;
  readonly terms: readonly Term[];
}) {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  const commands = useCommands();
  const [from] = useState(() => Math.max(0, hostTime(clock.peek()) - DAYS * DAY));
  const ask = useCallback(
    (after: string | null) =>
      commands.call('historyPage', {
        query: {
          servers,
          kinds: PAST_KIND[type],
          from,
          limit: PAGE,
          ...(after === null ? {} : { after }),
        },
      }),
    [commands, servers, type, from],
  );
  const add = useMemo(() => adder(type, terms), [type, terms]);
  const { found, isDone, error, again } = useToEnd({ nothing: NOTHING, ask, add, enough });
  const { looked, backTo, days, hits } = found;
  const marks = {
    looked: formatCount(looked, locale),
    moment: backTo === null ? '' : formatMoment(backTo, locale),
  };
  const status = isDone
    ? t(`filter.past.found.${type}`, { count: hits.size, days: days ?? DAYS })
    : t(`filter.past.looking.${type}`, { count: looked, ...marks });
  return (
    <FoundSoFar
      status={status}
      error={error}
      onRetry={again}
      lines={[...hits.values()]}
      more={(count) => t('filter.past.more', { count })}
      days={{ asked: DAYS, kept: days }}
    >
      {isDone && enough(found) ? <p className="soft">{t('filter.past.enough', marks)}</p> : null}
    </FoundSoFar>
  );
}

function enough({ looked }: Found): boolean {
  return looked >= LOOKED_AT;
}

/** Adds what the terms find in a page; of a name the newest join is told. */
function adder(type: FilterBucketType, terms: readonly Term[]) {
  const matches = anyMatches(terms);
  return (before: Found, { entries, kept }: Answer): Found => {
    const hits = new Map(before.hits);
    for (const hit of pastHits(entries, type, matches)) {
      if (!hits.has(hit.key)) hits.set(hit.key, hit);
    }
    const backTo = entries.at(-1)?.at ?? before.backTo;
    const days = Math.min(DAYS, kept.feed_days);
    return { looked: before.looked + entries.length, backTo, days, hits };
  };
}
