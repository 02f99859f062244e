import { Pause, Play } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { useOne, useReplaying, useRows } from '../data/use-view.ts';
import { FEED_CHOICES, FEED_KINDS, kindsOf } from '../parts/addresses/panels.ts';
import { Button } from '../parts/button.tsx';
import { FeedEntry, type LineTools } from '../parts/feed-entry.tsx';
import { FilteredNote } from '../parts/filtered-note.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { useByArrows } from '../parts/players/by-arrows.ts';
import { Select } from '../parts/select.tsx';
import { useStickToEnd } from '../parts/stick-to-end.ts';
import { useMedia } from '../parts/use-media.ts';
import { useStream } from '../parts/use-stream.ts';
import { ChatTools, hasChatTools } from './chat-tools.tsx';
import { FeedAnnouncement } from './feed-announcement.tsx';
import { OlderButton } from './older-button.tsx';
import { PanelPopOut } from './pop-out.tsx';
import { useOlder } from './use-older.ts';
import { usePanelsAddress } from './use-panels-address.ts';

const touch = matchMedia('(pointer: coarse), (max-width: 640px)');

/** What happened on the server, newest at the end; it can be filtered and paused. */
export function FeedPanel({
  server,
  foot = null,
}: {
  readonly server: ServerStanding;
  /** Where one answers. */
  readonly foot?: ReactNode;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const [{ kind }, change] = usePanelsAddress();
  const [held, setHeld] = useState<readonly FeedRow[] | null>(null);
  const stream = useStream(server.id, 'feed');
  const pages = useOlder(server.id, 'feed', stream);
  const tools = useChatTools(server.id);
  const live = useRows({
    view: 'feed',
    server_id: server.id,
    kinds: kindsOf(kind),
    limit: pages.limit,
  });
  const rows = held ?? live.rows;
  const newest = rows.at(-1)?.seq ?? 0;
  const { element, onScroll, toEnd, seen } = useStickToEnd(newest, rows[0]?.seq ?? 0);
  useByArrows(element);
  const unseen = seen < newest ? rows.filter(({ seq }) => seq > seen).length : 0;
  const waiting = held === null ? 0 : live.rows.filter(({ seq }) => seq > newest).length;
  return (
    <Panel
      title={t('feed.title')}
      padded={false}
      tools={
        <>
          <Select
            label={t('feed.kind')}
            labelHidden
            value={kind ?? ''}
            options={[
              { value: '', label: t('feed.usual') },
              { value: 'all', label: t('feed.all') },
              ...FEED_KINDS.map((name) => ({ value: name, label: t(`feed.kinds.${name}`) })),
            ]}
            onValue={(value) => {
              // What is held was filtered already: another filter goes on.
              setHeld(null);
              change({ kind: FEED_CHOICES.find((one) => one === value) ?? null });
            }}
          />
          <Button
            icon={held === null ? <Pause /> : <Play />}
            aria-pressed={held !== null}
            onClick={() => setHeld(held === null ? live.rows : null)}
          >
            {held === null
              ? t('feed.pause')
              : waiting === 0
                ? t('feed.resume')
                : t('feed.resumeWith', { count: waiting })}
          </Button>
          <PanelPopOut server={server} panel="feed" />
        </>
      }
    >
      <FilteredNote stream={stream} />
      <div
        className="lines"
        ref={element}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t('feed.title')}
        aria-live="off"
      >
        {held === null ? (
          <OlderButton serverId={server.id} label={t('feed.older')} pages={pages} />
        ) : null}
        {rows.length === 0 ? (
          <NoLines
            serverId={server.id}
            topic="feed"
            told={stream !== undefined}
            text={t(kind === null || kind === 'all' ? 'feed.empty' : 'feed.noMatch')}
          />
        ) : null}
        <ol>
          {rows.map((row) => (
            <FeedEntry key={row.id} row={row} locale={locale} tools={tools} />
          ))}
        </ol>
      </div>
      {unseen > 0 ? (
        <Button onClick={toEnd}>{t('feed.newEntries', { count: unseen })}</Button>
      ) : null}
      {held === null ? <FeedAnnouncement rows={rows} /> : null}
      {foot}
    </Panel>
  );
}

/** What can be done from a line of the chat; null: nothing, or in a recording. The same object while it says the same. */
function useChatTools(serverId: string): LineTools | null {
  const account = useOne({ view: 'account' }).row;
  const replaying = useReplaying();
  const isTouched = useMedia(touch);
  return useMemo(() => {
    if (replaying || account === undefined || !hasChatTools(account, serverId)) return null;
    return {
      touch: isTouched,
      of: (player) => <ChatTools serverId={serverId} account={account} player={player} />,
    };
  }, [replaying, account, serverId, isTouched]);
}
