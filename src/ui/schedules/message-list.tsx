import { Copy, MessageSquarePlus, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { permissionsOfMessage } from '../../domain/schedules/checks.ts';
import type { Deed } from '../actions/run.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { Removed, restored, useFocusTaken, useRemoved } from '../parts/removed.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatDuration } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { MessageDialog, messageValues, type MessageRow } from './message-dialog.tsx';
import { limitOf, removeRow, writeRow } from './writes.ts';

/** What a server says by itself, again and again or to whoever joins. */
export function MessageList({
  server,
  account,
  onMany,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
  /** Whether it began. */
  readonly onMany: (deed: Deed, serverIds: readonly string[]) => boolean;
}) {
  const { t } = useTranslation('schedules');
  const commands = useCommands();
  const replaying = useReplaying();
  const { told, rows } = useResource('messages', server.id);
  const { removed, take, end } = useRemoved<MessageRow>(rows);
  const focused = useRef<string | null>(null);
  const [open, setOpen] = useState<{
    readonly message: MessageRow | null;
    readonly like?: MessageRow;
  } | null>(null);
  const most = limitOf(account, server.id, 'messages');
  const full = rows.length >= most;
  const held = new Map(rows.map((row) => [row.id, row]));
  const places = [...rows, ...removed].toSorted((a, b) => (a.text < b.text ? -1 : 1));
  return (
    <Panel
      title={t('messages.title')}
      tools={
        replaying || !told ? null : (
          <div className="actions">
            <span className="soft" id="messages-limit">
              {t(full ? 'messages.full' : 'messages.limit', { count: rows.length, most })}
            </span>
            <Button
              icon={<MessageSquarePlus />}
              why={full ? 'messages-limit' : undefined}
              onClick={() => setOpen({ message: null })}
            >
              {t('messages.add')}
            </Button>
          </div>
        )
      }
    >
      {told ? null : <NoLines serverId={server.id} topic="messages" />}
      {told && places.length === 0 ? <p className="empty">{t('messages.empty')}</p> : null}
      <ul className="schedule-list" aria-label={t('messages.title')}>
        {places.map((message) =>
          held.has(message.id) ? (
            <MessageItem
              key={message.id}
              message={message}
              takesFocus={() => focused.current === restored(message)}
              readOnly={replaying}
              foreign={
                !permissionsOfMessage(message).every((name) => may(account, server.id, name))
              }
              onEdit={() => setOpen({ message })}
              onCopy={() => setOpen({ message: null, like: message })}
              onRemove={() => {
                focused.current = message.id;
                take(message);
                void removeRow(commands, 'messages', message, false).then((done) =>
                  done ? undefined : end(message),
                );
              }}
            />
          ) : (
            <Removed
              key={message.id}
              takesFocus={() => focused.current === message.id}
              onUndo={() => {
                focused.current = restored(message);
                void removeRow(commands, 'messages', message, true);
              }}
              onEnd={() => end(message)}
            >
              {t('messages.removed')}
            </Removed>
          ),
        )}
      </ul>
      {open === null ? null : (
        <MessageDialog
          serverIds={open.like === undefined ? [server.id] : []}
          account={account}
          message={open.message === null ? null : (held.get(open.message.id) ?? open.message)}
          like={open.like}
          onClose={() => setOpen(null)}
          onMany={(deed, ids) => {
            const begun = onMany(deed, ids);
            if (begun) setOpen(null);
            return begun;
          }}
        />
      )}
    </Panel>
  );
}

function MessageItem({
  message,
  takesFocus,
  foreign,
  readOnly,
  onEdit,
  onCopy,
  onRemove,
}: {
  readonly message: MessageRow;
  /** Whether it was brought back by what had the focus in its place; asked once. */
  readonly takesFocus: () => boolean;
  /** Not this account's to have said; it may be stopped all the same. */
  readonly foreign: boolean;
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('schedules');
  const toggle = useFocusTaken<HTMLInputElement>(takesFocus);
  const locale = useLocale();
  const commands = useCommands();
  const { text, mode, enabled, interval, offset } = message;
  const every = interval === null ? null : formatDuration(interval, locale);
  const joined = formatDuration(offset, locale);
  const turn = async (on: boolean) => {
    const outcome = await writeRow(commands, {
      resource: 'messages',
      server_id: message.server_id,
      row: message,
      values: { ...messageValues(message), enabled: on },
      was: messageValues(message),
    });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  return (
    <li aria-busy={message.pending} data-off={!enabled}>
      <input
        ref={toggle}
        type="checkbox"
        className="switch"
        aria-label={t('messages.turn', { text })}
        checked={enabled}
        disabled={readOnly || (foreign && !enabled)}
        onChange={({ target }) => void turn(target.checked)}
      />
      <div className="schedule-words">
        <bdi>{text}</bdi>
        <span className="soft">
          {t(`messages.to.${mode}`)},{' '}
          {mode === 'public'
            ? t('messages.every', { time: every ?? '' })
            : every === null
              ? t('messages.once', { time: joined })
              : t('messages.again', { time: joined, every })}
        </span>
      </div>
      {readOnly ? null : (
        <div className="schedule-tools">
          <Button
            kind="quiet"
            icon={<Pencil />}
            aria-label={t('messages.edit', { text })}
            title={t('messages.edit', { text })}
            onClick={onEdit}
          />
          <Button
            kind="quiet"
            icon={<Copy />}
            aria-label={t('messages.copy', { text })}
            title={t('messages.copy', { text })}
            onClick={onCopy}
          />
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('messages.remove', { text })}
            title={t('messages.remove', { text })}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  );
}
