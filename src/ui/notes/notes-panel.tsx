import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useReplaying } from '../data/use-view.ts';
import { Panel } from '../parts/panel.tsx';
import { NoteList } from './note-list.tsx';
import { notePermissions } from './use-notes.ts';

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
