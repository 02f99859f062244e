import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSamePlayer, type FeedPlayer } from '../../domain/feed/same-player.ts';
import type { FeedRow } from '../../domain/rows.ts';
import { formatAmount, formatDistance } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { Name } from './players/name.tsx';
import { Sentence } from './sentence.tsx';

type Entry = FeedRow['entry'];
type Harm = Extract<Entry, { kind: 'hit' }>['by'];

/** Somebody was hurt or died: by whom or what, with what, from how far. */
export function Harmed({
  entry,
  named,
  locale,
}: {
  readonly entry: Extract<Entry, { kind: 'death' | 'hit' }>;
  readonly named: (player: FeedPlayer) => ReactNode;
  readonly locale: Locale;
}) {
  const { t } = useTranslation('serverDashboard');
  const { by } = entry;
  return (
    <>
      <Sentence
        parts={{
          player: named(entry.player),
          by: by?.player ? named(by.player) : <Name>{by?.cause}</Name>,
          weapon: <Name>{by?.weapon ?? undefined}</Name>,
          distance: <span className="numeric">{formatDistance(by?.distance ?? 0, locale)}</span>,
        }}
        text={(marks) => t(`feed.${howHarmed(entry)}`, marks)}
      />
      {entry.kind === 'hit' ? <Hurt entry={entry} locale={locale} /> : null}
    </>
  );
}

type Telling = 'plain' | 'weapon' | 'distance' | 'both';

function howHarmed({
  kind,
  player,
  by,
}: Extract<Entry, { kind: 'death' | 'hit' }>):
  | 'died'
  | 'diedOf'
  | `own.${'plain' | 'weapon'}`
  | `${'killed' | 'hit'}.${Telling}` {
  if (by === null) return 'died';
  if (kind === 'death' && by.player !== null && isSamePlayer(player, by.player)) {
    return by.weapon === null ? 'own.plain' : 'own.weapon';
  }
  if (kind === 'death' && by.player === null && by.weapon === null) return 'diedOf';
  return `${kind === 'death' ? 'killed' : 'hit'}.${telling(by)}`;
}

function telling({ weapon, distance }: Harm): Telling {
  if (weapon === null) return distance === null ? 'plain' : 'distance';
  return distance === null ? 'weapon' : 'both';
}

/** Where the body was hit, and what it cost. */
function Hurt({
  entry: { zone, damage },
  locale,
}: {
  readonly entry: Extract<Entry, { kind: 'hit' }>;
  readonly locale: Locale;
}) {
  const { t } = useTranslation('serverDashboard');
  const told = [
    zone === null ? null : zone,
    damage === null ? null : t('feed.damage', { damage: formatAmount(damage, locale) }),
  ].filter((part) => part !== null);
  return told.length === 0 ? null : (
    <span className="soft">
      {' '}
      (<bdi>{told.join(', ')}</bdi>)
    </span>
  );
}
