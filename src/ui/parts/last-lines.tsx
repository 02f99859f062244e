import './players/names.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import { isPerson, type FeedPerson, type FeedPlayer } from '../../domain/feed/same-player.ts';
import { useRows } from '../data/use-view.ts';
import { formatTime } from '../text/format.ts';
import { useLocale } from './locale.ts';

const SHOWN = 5;
const NO_IDS: readonly string[] = [];

/** What somebody said last on a server, as far as it is held here; nothing where they said nothing. */
export function LastLines({
  serverId,
  player,
}: {
  readonly serverId: string;
  readonly player: FeedPlayer & Partial<FeedPerson>;
}) {
  const { t } = useTranslation('players');
  const locale = useLocale();
  const { rows } = useRows({
    view: 'feed',
    server_id: serverId,
    kinds: ['chat'],
    limit: HELD_ENTRIES,
  });
  const { id, muster_id, name, ids = NO_IDS } = player;
  const said = useMemo(
    () =>
      rows
        .flatMap(({ id: key, at, entry }) =>
          entry.kind === 'chat' && isPerson(entry.player, { id, muster_id, name, ids })
            ? { key, at, text: entry.text, channel: entry.channel }
            : [],
        )
        .slice(-SHOWN),
    [rows, id, muster_id, name, ids],
  );
  if (said.length === 0) return null;
  return (
    <section className="last-lines">
      <h3>{t('lastLines')}</h3>
      <ul>
        {said.map(({ key, at, text, channel }) => (
          <li key={key}>
            <time className="numeric soft">{formatTime(at, locale)}</time>{' '}
            <span className="tag">{channel}</span> <q>{text}</q>
          </li>
        ))}
      </ul>
    </section>
  );
}
