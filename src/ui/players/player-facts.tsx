import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { PlayerView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { useNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Fact } from '../parts/fact.tsx';
import { useLocale } from '../parts/locale.ts';
import { WhoGives } from '../parts/who-gives.tsx';
import { formatAmount, formatDuration, formatList, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import type { Person } from './use-person.ts';

const IDENTIFIERS = ['steam_id', 'guid', 'bohemia_id', 'ip'] as const;

/** What is known of a player, as far as the viewer may see it. */
export function PlayerFacts({
  person: { last, muster_id, name, profile, ready },
  account,
  serverId,
}: {
  readonly person: Person;
  readonly account: AccountRow;
  readonly serverId: string;
}) {
  const { t } = useTranslation('players');
  const locale = useLocale();
  const { answer } = profile;
  const identity = last ?? answer?.identity;
  const known = [
    ...IDENTIFIERS.flatMap((kind) => {
      const value = identity?.[kind] ?? answer?.identity?.[kind] ?? null;
      return value === null ? [] : [{ kind, value }];
    }),
    ...(muster_id === null ? [] : [{ kind: 'muster_id' as const, value: muster_id }]),
  ];
  const names = (answer?.names ?? []).filter((one) => one.name !== name).map((one) => one.name);
  const first = answer?.first_seen ?? null;
  const moment = (at: number, before: boolean) =>
    before ? t('before', { moment: formatMoment(at, locale) }) : formatMoment(at, locale);
  const position = last?.position ?? null;
  return (
    <section className="player-facts">
      <h3>{t('facts')}</h3>
      <dl>
        {names.length === 0 ? null : (
          <Fact term={t('names')}>{formatList(names.map(isolated), 'unit', locale)}</Fact>
        )}
        {last === undefined ? null : (
          <Fact term={t('since')}>{moment(last.joined_at, last.joined_before)}</Fact>
        )}
        {first === null ? null : (
          <Fact term={t('firstSeen')}>{moment(first.at, first.before)}</Fact>
        )}
        {answer === null || answer.last_seen === null ? null : (
          <Fact term={t('lastSeen')}>{formatMoment(answer.last_seen, locale)}</Fact>
        )}
        {known.map(({ kind, value }) => (
          <Fact key={kind} term={t(kind)}>
            <Copyable what={t(kind)}>{value}</Copyable>
          </Fact>
        ))}
        {position === null ? null : (
          <Fact term={t('position')}>
            <Place position={position} />
          </Fact>
        )}
      </dl>
      {ready && known.length === 0 ? <p className="soft">{t('unknown')}</p> : null}
      {may(account, serverId, 'server.view.personal') ? null : (
        <p className="soft">
          {t('hidden')} <WhoGives serverId={serverId} />
        </p>
      )}
    </section>
  );
}

/** Where a player was, and how long ago: places come from the game's logs, some minutes apart. */
function Place({ position }: { readonly position: NonNullable<PlayerView['position']> }) {
  const { t } = useTranslation('players');
  const locale = useLocale();
  const now = hostTime(useNow());
  const { x, y, height, at } = position;
  const ago = formatDuration((now - at) / 1_000, locale);
  const place = { x: formatAmount(x, locale), y: formatAmount(y, locale) };
  return (
    <>
      <Copyable what={t('position')}>
        {height === null
          ? t('place', place)
          : t('placeWithHeight', { ...place, height: formatAmount(height, locale) })}
      </Copyable>
      <span className="soft numeric" title={formatMoment(at, locale)}>
        {t('ago', { ago })}
      </span>
    </>
  );
}
