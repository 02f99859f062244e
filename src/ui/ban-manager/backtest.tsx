import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../worker/contract.ts';
import { useToEnd } from '../data/use-to-end.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FoundSoFar } from '../parts/found-so-far.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatMoment } from '../text/format.ts';

const DAYS = 30;

type Answer = CallAnswer<'banListBacktest'>;
type KeptOut = Answer['people'][number];

/** What was found so far. */
interface Found {
  readonly stays: number;
  readonly backTo: number | null;
  /** null: it is not known yet. */
  readonly days: number | null;
  readonly people: ReadonlyMap<string, KeptOut>;
}

const NOTHING: Found = { stays: 0, backTo: null, days: null, people: new Map() };

/** Offers to say whom a list would have kept out of a server of late. */
export function Backtest({
  listId,
  serverId,
}: {
  readonly listId: string;
  readonly serverId: string;
}) {
  const { t } = useTranslation('bans');
  const [asked, setAsked] = useState<string | null>(null);
  if (asked === serverId) return <Looking key={serverId} listId={listId} serverId={serverId} />;
  return (
    <div className="actions">
      <Button onClick={() => setAsked(serverId)}>{t('backtest.ask', { count: DAYS })}</Button>
    </div>
  );
}

/** Looks at stays, some at a time, until it has looked at all or is closed. */
function Looking({ listId, serverId }: { readonly listId: string; readonly serverId: string }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const commands = useCommands();
  const ask = useCallback(
    (after: string | null) =>
      commands.call('banListBacktest', {
        params: { banlist_id: listId },
        query: { server_id: serverId, days: DAYS, ...(after === null ? {} : { after }) },
      }),
    [commands, listId, serverId],
  );
  const { found, isDone, error, again } = useToEnd({ nothing: NOTHING, ask, add: added });
  const { stays, backTo, days, people } = found;
  const lines = [...people.values()].map(({ muster_id: key, name, joined_at: at, ban }) => ({
    key,
    name,
    because: ban.reason,
    at,
  }));
  const status = isDone
    ? t('backtest.found', { count: people.size, days: days ?? DAYS })
    : t('backtest.looking', {
        count: stays,
        stays: formatCount(stays, locale),
        moment: backTo === null ? '' : formatMoment(backTo, locale),
      });
  return (
    <FoundSoFar
      status={status}
      error={error}
      onRetry={again}
      lines={lines}
      more={(count) => t('backtest.more', { count })}
      days={{ asked: DAYS, kept: days }}
    />
  );
}

/** The newest stay of each person is told. */
function added(before: Found, { stays, back_to, days, people }: Answer): Found {
  const told = new Map(before.people);
  for (const one of people) if (!told.has(one.muster_id)) told.set(one.muster_id, one);
  return {
    stays: before.stays + stays,
    backTo: back_to ?? before.backTo,
    days,
    people: told,
  };
}
