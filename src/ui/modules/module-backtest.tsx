import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useToEnd } from '../data/use-to-end.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FoundSoFar } from '../parts/found-so-far.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatMoment } from '../text/format.ts';

const DAYS = 30;
/** So many stays are looked at, the newest. */
const LOOKED_AT = 50_000;

type Tried = 'whitelist' | 'vpn' | 'steam' | 'geoblocking';
/** As it is typed; without any it is the whitelist. */
type Body = Partial<Pick<Modules, 'vpn' | 'steam' | 'geoblocking'>>;

type Answer = CallAnswer<'modulesBacktest'>;
type KeptOut = Answer['people'][number];

interface Found {
  readonly stays: number;
  readonly backTo: number | null;
  /** null: it is not known yet. */
  readonly days: number | null;
  readonly unknown: number;
  readonly people: ReadonlyMap<string, KeptOut>;
}

const NOTHING: Found = { stays: 0, backTo: null, days: null, unknown: 0, people: new Map() };

/** Offers to say whom a module would have kept out of late, as it is typed. */
export function ModuleBacktest({
  serverId,
  module,
  tried,
}: {
  readonly serverId: string;
  readonly module: Tried;
  readonly tried: Body;
}) {
  const { t } = useTranslation('modules');
  const [asked, setAsked] = useState<string | null>(null);
  const body = JSON.stringify(tried);
  if (asked === body) {
    return <Looking key={body} serverId={serverId} module={module} body={body} />;
  }
  return (
    <div className="actions">
      <Button onClick={() => setAsked(body)}>{t('past.ask', { count: DAYS })}</Button>
    </div>
  );
}

/** Looks at stays, some at a time, until it has looked at all or is closed. */
function Looking({
  serverId,
  module,
  body,
}: {
  readonly serverId: string;
  readonly module: Tried;
  readonly body: string;
}) {
  const { t } = useTranslation('modules');
  const because = useTranslation('because');
  const locale = useLocale();
  const commands = useCommands();
  const ask = useCallback(
    (after: string | null) =>
      commands.call('modulesBacktest', {
        params: { server_id: serverId },
        body: {
          ...(JSON.parse(body) as Body),
          days: DAYS,
          ...(after === null ? {} : { after }),
        },
      }),
    [commands, serverId, body],
  );
  const { found, isDone, error, again } = useToEnd({ nothing: NOTHING, ask, add: added, enough });
  const { stays, backTo, days, unknown, people } = found;
  const marks = {
    stays: formatCount(stays, locale),
    moment: backTo === null ? '' : formatMoment(backTo, locale),
  };
  const lines = [...people.values()].map(({ id, name, joined_at: at, rule }) => ({
    key: id,
    name,
    because: because.t(`rules.${rule}`),
    at,
  }));
  return (
    <FoundSoFar
      status={
        isDone
          ? t('past.found', { count: people.size, days: days ?? DAYS })
          : t('past.looking', { count: stays, ...marks })
      }
      error={error}
      onRetry={again}
      lines={lines}
      more={(count) => t('past.more', { count })}
      days={{ asked: DAYS, kept: days }}
    >
      {isDone ? (
        <p className="soft">
          {enough(found) ? `${t('past.enough', marks)} ` : null}
          {t(`past.by.${module}`)}{' '}
          {unknown === 0 ? null : t(`past.unknown.${module as 'vpn'}`, { count: unknown })}{' '}
          <button type="button" className="link" onClick={again}>
            {t('past.again')}
          </button>
        </p>
      ) : null}
    </FoundSoFar>
  );
}

function enough({ stays }: Found): boolean {
  return stays >= LOOKED_AT;
}

/** The newest stay of each person is told. */
function added(before: Found, { stays, back_to, days, unknown, people }: Answer): Found {
  const told = new Map(before.people);
  for (const one of people) if (!told.has(one.id)) told.set(one.id, one);
  return {
    stays: before.stays + stays,
    backTo: back_to ?? before.backTo,
    days,
    unknown: before.unknown + unknown,
    people: told,
  };
}
