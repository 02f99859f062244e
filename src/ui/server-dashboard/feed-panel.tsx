import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow, ServerRow } from '../../domain/rows.ts';
import { useCommands, useRows } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { Button } from '../parts/button.tsx';
import { FeedEntry } from '../parts/feed-entry.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { useStickToEnd } from '../parts/stick-to-end.ts';
import { useStream } from '../parts/use-stream.ts';

const KINDS = [
  'join',
  'leave',
  'chat',
  'kick',
  'state',
  'action',
  'rcon-admin',
  'configuration',
] as const;
const SHOWN = 300;

/** What happened on the server, newest at the end; it can be filtered and paused. */
export function FeedPanel({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('serverDashboard');
  const commands = useCommands();
  const locale = useLocale();
  const [kind, setKind] = useState('');
  const [held, setHeld] = useState<readonly FeedRow[] | null>(null);
  const live = useRows({
    view: 'feed',
    server_id: server.id,
    kinds: kind === '' ? [] : [kind],
    limit: SHOWN,
  });
  const stream = useStream(server.id, 'feed');
  const rows = held ?? live.rows;
  const { element, onScroll, toEnd, unseen } = useStickToEnd(rows.at(-1)?.seq ?? 0);
  return (
    <Panel
      title={t('feed.title')}
      padded={false}
      tools={
        <>
          <Select
            label={t('feed.kind')}
            labelHidden
            value={kind}
            options={[
              { value: '', label: t('feed.all') },
              ...KINDS.map((name) => ({ value: name, label: t(`feed.kinds.${name}`) })),
            ]}
            onValue={setKind}
          />
          <Button
            icon={held === null ? <Pause /> : <Play />}
            aria-pressed={held !== null}
            onClick={() => setHeld(held === null ? live.rows : null)}
          >
            {held === null ? t('feed.pause') : t('feed.resume')}
          </Button>
        </>
      }
    >
      <div
        className="lines"
        ref={element}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t('feed.title')}
        aria-live="off"
      >
        {stream?.more === true ? (
          <Button kind="quiet" onClick={() => void commands.older(server.id, 'feed')}>
            {t('feed.older')}
          </Button>
        ) : null}
        {stream === undefined && rows.length === 0 ? <Loading lines={4} /> : null}
        {stream !== undefined && rows.length === 0 ? (
          <p className="soft">{t('feed.empty')}</p>
        ) : null}
        <ol>
          {rows.map((row) => (
            <FeedEntry key={row.id} row={row} locale={locale} />
          ))}
        </ol>
      </div>
      {unseen > 0 ? (
        <Button onClick={toEnd}>{t('console.newLines', { count: unseen })}</Button>
      ) : null}
    </Panel>
  );
}
