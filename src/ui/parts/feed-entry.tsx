import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow } from '../../domain/rows.ts';
import { formatMoment, formatTime } from '../text/format.ts';

/** One entry of the feed as a sentence: who, what, why. */
export const FeedEntry = memo(function FeedEntry({
  row,
  locale,
}: {
  readonly row: FeedRow;
  readonly locale: string;
}) {
  return (
    <li className="feed-entry" data-kind={row.entry.kind}>
      <time className="numeric" title={formatMoment(row.at, locale)}>
        {formatTime(row.at, locale)}
      </time>
      <span className="text">
        <Sentence entry={row.entry} />
      </span>
    </li>
  );
});

/** Who or what did it, with what, from how far. */
function Harm({ by }: { readonly by: Extract<FeedRow['entry'], { kind: 'hit' }>['by'] }) {
  const { t } = useTranslation('serverDashboard');
  return (
    <>
      <bdi>{by.player?.name ?? by.cause}</bdi>
      {by.weapon === null ? null : ` ${t('feed.withWeapon', { weapon: by.weapon })}`}
      {by.distance === null
        ? null
        : ` ${t('feed.fromDistance', { distance: Math.round(by.distance) })}`}
    </>
  );
}

function Sentence({ entry }: { readonly entry: FeedRow['entry'] }) {
  const { t } = useTranslation('serverDashboard');
  switch (entry.kind) {
    case 'join':
      return (
        <>
          <bdi>{entry.player.name}</bdi> {entry.found ? t('feed.found') : t('feed.join')}
        </>
      );
    case 'leave':
      return (
        <>
          <bdi>{entry.player.name}</bdi> {entry.found ? t('feed.lost') : t('feed.leave')}
        </>
      );
    case 'chat':
      return (
        <>
          <span className="tag">{entry.channel}</span> <bdi>{entry.player.name}</bdi>:{' '}
          <q>{entry.text}</q>
        </>
      );
    case 'kick':
      return (
        <>
          <bdi>{entry.player.name}</bdi>{' '}
          {entry.reason === '' ? t('feed.kickNoReason') : t('feed.kick', { reason: entry.reason })}{' '}
          <span className="soft">({t(`feed.kickedBy.${entry.by}`)})</span>
        </>
      );
    case 'death':
      return (
        <>
          <bdi>{entry.player.name}</bdi>{' '}
          {entry.by === null ? (
            t('feed.death')
          ) : entry.by.player === null ? (
            t('feed.diedOf', { cause: entry.by.cause })
          ) : (
            <>
              {t('feed.killed')} <Harm by={entry.by} />
            </>
          )}
        </>
      );
    case 'hit':
      return (
        <>
          <bdi>{entry.player.name}</bdi> {t('feed.hit')} <Harm by={entry.by} />
          {entry.zone === null ? null : ` ${t('feed.hitZone', { zone: entry.zone })}`}
          {entry.damage === null ? null : (
            <span className="soft"> ({t('feed.hitDamage', { damage: entry.damage })})</span>
          )}
        </>
      );
    case 'state':
      return (
        <>
          {t(`feed.state.${entry.state}`)}
          {entry.error === null ? null : `: ${t(`fault.${entry.error}`, { ns: 'server' })}`}
        </>
      );
    case 'rcon-admin':
      return (
        <>
          {entry.admin === null
            ? t('feed.rconNobody')
            : t('feed.rconAdmin', { admin: entry.admin })}{' '}
          {t(`feed.did.${entry.did}`, { to: entry.to ?? '' })}
          {entry.text === '' ? null : (
            <>
              : <q>{entry.text}</q>
            </>
          )}
        </>
      );
    case 'action':
      return (
        <>
          <strong>{entry.actor.display_name}</strong>{' '}
          {t(`feed.action.${entry.action}`, { player: entry.player?.name ?? '' })}
          {entry.text === null || entry.text === '' ? null : (
            <>
              : <q>{entry.text}</q>
            </>
          )}
          {entry.outcome === 'done' ? null : (
            <span className="tag">{t(`feed.outcome.${entry.outcome}`)}</span>
          )}
        </>
      );
    case 'configuration':
      return (
        <>
          <strong>{entry.actor.display_name}</strong> {t(`feed.change.${entry.change}`)}
        </>
      );
  }
}
