import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { PlayerView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { useNow } from '../data/clock.ts';
import { PlayerNotes } from '../notes/player-notes.tsx';
import { PlayerStatistics } from '../statistics/player-statistics.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatAmount, formatDuration, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';

const IDENTIFIERS = ['steam_id', 'guid', 'bohemia_id', 'ip', 'muster_id'] as const;

/** What is known of a player, as far as the viewer may see it. */
export function PlayerDetails({
  player,
  account,
  onClose,
}: {
  readonly player: PlayerView;
  readonly account: AccountRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const known = IDENTIFIERS.flatMap((name) => {
    const value = player[name];
    return value === null ? [] : [{ name, value }];
  });
  return (
    <Dialog open onClose={onClose} title={isolated(playerName(player))} closable>
      <dl className="player-details">
        {known.map(({ name, value }) => (
          <Detail key={name} term={t(`details.${name}`)}>
            <Copyable what={t(`details.${name}`)}>{value}</Copyable>
          </Detail>
        ))}
        <Detail term={t('details.position')}>
          {player.position === null ? (
            <span className="soft">{t('details.nowhere')}</span>
          ) : (
            <Place position={player.position} />
          )}
        </Detail>
        <Detail term={t('details.state')}>
          {t(player.verified ? 'details.verified' : 'players.unverified')}
          {player.lobby ? ` · ${t('players.lobby')}` : null}
        </Detail>
        <Detail term={t('details.joined')}>
          {player.joined_before
            ? t('details.before', { moment: formatMoment(player.joined_at, locale) })
            : formatMoment(player.joined_at, locale)}
        </Detail>
      </dl>
      {known.length === 0 ? <p className="soft">{t('details.unknown')}</p> : null}
      {player.muster_id === null ? null : (
        <>
          {may(account, player.server_id, 'server.view.feed') ? (
            <PlayerStatistics serverId={player.server_id} player={player.muster_id} />
          ) : null}
          <PlayerNotes serverId={player.server_id} account={account} player={player.muster_id} />
        </>
      )}
    </Dialog>
  );
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where a player was, and how long ago: places come from the game's logs, some minutes apart. */
function Place({ position }: { readonly position: NonNullable<PlayerView['position']> }) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const now = useNow();
  const { x, y, height, at } = position;
  const ago = formatDuration((now - at) / 1_000, locale);
  const place = { x: formatAmount(x, locale), y: formatAmount(y, locale) };
  return (
    <>
      <Copyable what={t('details.position')}>
        {height === null
          ? t('details.place', place)
          : t('details.placeWithHeight', { ...place, height: formatAmount(height, locale) })}
      </Copyable>
      <span className="soft numeric" title={formatMoment(at, locale)}>
        {t('ago', { ago })}
      </span>
    </>
  );
}
