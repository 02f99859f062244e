import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow } from '../../domain/rows.ts';
import { formatMoment, formatTime } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { placed, type LinePlace } from './line-place.ts';
import { Harmed } from './harmed.tsx';
import { Name, Sentence } from './sentence.tsx';

/** One entry of the feed as a sentence: who, what, why. */
export const FeedEntry = memo(function FeedEntry({
  row,
  locale,
  ...place
}: {
  readonly row: FeedRow;
  readonly locale: Locale;
} & Partial<LinePlace>) {
  return (
    <li className="feed-entry" data-kind={row.entry.kind} {...placed(place)}>
      <time className="numeric" title={formatMoment(row.at, locale)}>
        {formatTime(row.at, locale)}
      </time>
      <span className="text">
        <Told entry={row.entry} locale={locale} />
      </span>
    </li>
  );
});

function Told({ entry, locale }: { readonly entry: FeedRow['entry']; readonly locale: Locale }) {
  const { t } = useTranslation('serverDashboard');
  switch (entry.kind) {
    case 'join':
    case 'leave': {
      const { kind, found } = entry;
      return (
        <Sentence
          parts={{ player: <Name>{entry.player.name}</Name> }}
          text={(marks) => t(`feed.${kind}.${found ? 'found' : 'seen'}`, marks)}
        />
      );
    }
    case 'chat':
      return (
        <>
          <span className="tag">{entry.channel}</span> <Name>{entry.player.name}</Name>:{' '}
          <q>{entry.text}</q>
        </>
      );
    case 'kick':
      return (
        <>
          <Sentence
            parts={{ player: <Name>{entry.player.name}</Name>, reason: <q>{entry.reason}</q> }}
            text={(marks) => t(`feed.kick.${entry.reason === '' ? 'plain' : 'reason'}`, marks)}
          />{' '}
          <span className="soft">({t(`feed.kickedBy.${entry.by}`)})</span>
        </>
      );
    case 'death':
    case 'hit':
      return <Harmed entry={entry} locale={locale} />;
    case 'state':
      return (
        <>
          {t(`feed.state.${entry.state}`)}
          {entry.error === null ? null : `: ${t(`fault.${entry.error}`, { ns: 'server' })}`}
        </>
      );
    case 'gap':
      return t('feed.gap', {
        from: formatTime(entry.from, locale),
        to: formatTime(entry.to, locale),
      });
    case 'rcon-admin':
      return (
        <>
          {entry.admin === null
            ? t('feed.rconNobody')
            : t('feed.rconAdmin', { admin: entry.admin })}{' '}
          <Sentence
            parts={{ to: <Name>{entry.to ?? undefined}</Name> }}
            text={(marks) => t(`feed.did.${entry.did}`, marks)}
          />
          <Words text={entry.text} />
        </>
      );
    case 'action':
      return (
        <>
          <strong>{entry.actor.display_name}</strong>{' '}
          <Sentence
            parts={{ player: <Name>{entry.player?.name}</Name> }}
            text={(marks) => t(`feed.action.${entry.action}`, marks)}
          />
          <Words text={entry.text} />
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

/** What was said, behind who said it. */
function Words({ text }: { readonly text: string | null }) {
  return text === null || text === '' ? null : (
    <>
      : <q>{text}</q>
    </>
  );
}
