import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { useReplaying } from '../data/use-view.ts';
import { Panel } from '../parts/panel.tsx';
import { NoteList } from './note-list.tsx';
import { notePermissions } from './use-notes.ts';
import { useNoteBuckets } from './use-shared-notes.ts';

/** All notes of a server. */
export function NotesPanel({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('notes');
  const [text, setText] = useState('');
  const replaying = useReplaying();
  const { edit } = notePermissions(account, serverId);
  const buckets = useNoteBuckets(serverId, account);
  return (
    <Panel
      title={t('title')}
      tools={
        <input
          className="input compact"
          type="search"
          value={text}
          placeholder={t('searchHint')}
          aria-label={t('search')}
          onChange={(event) => setText(event.target.value)}
        />
      }
    >
      {buckets.length === 0 ? null : (
        <p className="soft">
          {t('also', { count: buckets.length })}{' '}
          {buckets.map(({ id, identifier }, at) => (
            <span key={id}>
              {at === 0 ? null : ', '}
              <Link href={to.bucket(id)}>
                <bdi>{identifier}</bdi>
              </Link>
            </span>
          ))}
        </p>
      )}
      <NoteList
        serverId={serverId}
        account={account}
        player={null}
        text={text}
        empty={t(
          text.trim() !== '' ? 'noMatch' : replaying ? 'noneRecorded' : edit ? 'empty' : 'none',
        )}
      />
    </Panel>
  );
}
