import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AddedOf, EditsOf } from '../../domain/resources/rule.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { Deed } from '../actions/run.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { Removed, restored, useFocusTaken, useRemoved } from '../parts/removed.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { limitOf, removeRow, writeRow, type Scheduled } from './writes.ts';

/** A list of a server. */
export interface ListProps {
  readonly server: ServerRow;
  readonly account: AccountRow;
  /** Whether it began. */
  readonly onMany: (deed: Deed, serverIds: readonly string[]) => boolean;
}

/** What the dialog of a row is given. */
export interface DialogProps<Row> {
  /** None: `like` is copied to those that are chosen. */
  readonly serverIds: readonly string[];
  readonly account: AccountRow;
  /** The row as it is by now; null: a new one. */
  readonly row: Row | null;
  /** What a new one begins as. */
  readonly like?: Row | undefined;
  /** Adds it to several servers, and shows each one's result. Whether it began; else what was typed stays. */
  readonly onMany: ListProps['onMany'];
  readonly onClose: () => void;
}

/** What a resource says of its rows. */
interface Says<R extends Scheduled> {
  readonly resource: R;
  /** What a person calls a row; they stand in its order. */
  readonly nameOf: (row: ResourceView<R>) => string;
  /** What a person writes of one. */
  readonly valuesOf: (row: ResourceView<R>) => AddedOf<R>;
  /** What doing it oneself needs: whoever may not may still stop it. */
  readonly needs: (row: ResourceView<R>) => readonly ServerPermission[];
  readonly words: (row: ResourceView<R>) => ReactNode;
  /** What can be done with one, beside changing it, by whoever may do it themselves. */
  readonly tools?: (row: ResourceView<R>) => ReactNode;
}

/** What a server does or says by itself: each row to turn on and off, to change, copy and remove. */
export function ScheduledList<R extends Scheduled>({
  server,
  account,
  onMany,
  add,
  dialog,
  ...says
}: ListProps &
  Says<R> & {
    readonly add: { readonly icon: ReactNode; readonly kind?: 'primary' };
    readonly dialog: (props: DialogProps<ResourceView<R>>) => ReactNode;
  }) {
  type Row = ResourceView<R>;
  const { resource, nameOf } = says;
  const list: Scheduled = resource;
  const { t } = useTranslation('schedules');
  const commands = useCommands();
  const replaying = useReplaying();
  const { told, rows } = useResource(resource, server.id);
  const { removed, take, end } = useRemoved<Row>(rows);
  const focused = useRef<string | null>(null);
  const [open, setOpen] = useState<{ readonly row: Row | null; readonly like?: Row } | null>(null);
  const most = limitOf(account, server.id, resource);
  const full = rows.length >= most;
  const held = new Map(rows.map((row) => [row.id, row]));
  const places = [...rows, ...removed].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const remove = async (row: Row) => {
    focused.current = row.id;
    take(row);
    if (!(await removeRow(commands, resource, row, false))) end(row);
  };
  const bringBack = (row: Row) => {
    focused.current = restored(row);
    void removeRow(commands, resource, row, true);
  };
  return (
    <Panel
      title={t(`${list}.title`)}
      tools={
        replaying || !told ? null : (
          <div className="actions">
            <span className="soft" id={`${list}-limit`}>
              {t(`${list}.${full ? 'full' : 'limit'}`, { count: rows.length, most })}
            </span>
            <Button
              {...add}
              why={full ? `${list}-limit` : undefined}
              onClick={() => setOpen({ row: null })}
            >
              {t(`${list}.add`)}
            </Button>
          </div>
        )
      }
    >
      {told ? null : <NoLines serverId={server.id} topic={resource} />}
      {told && places.length === 0 ? <p className="empty">{t(`${list}.empty`)}</p> : null}
      <ul className="schedule-list" aria-label={t(`${list}.title`)}>
        {places.map((row) =>
          held.has(row.id) ? (
            <Item
              key={row.id}
              {...says}
              row={row}
              foreign={!says.needs(row).every((name) => may(account, server.id, name))}
              takesFocus={() => focused.current === restored(row)}
              readOnly={replaying}
              onEdit={() => setOpen({ row })}
              onCopy={() => setOpen({ row: null, like: row })}
              onRemove={() => void remove(row)}
            />
          ) : (
            <Removed
              key={row.id}
              takesFocus={() => focused.current === row.id}
              onUndo={() => bringBack(row)}
              onEnd={() => end(row)}
            >
              {t(`${list}.removed`, { name: nameOf(row) })}
            </Removed>
          ),
        )}
      </ul>
      {open === null
        ? null
        : dialog({
            serverIds: open.like === undefined ? [server.id] : [],
            account,
            row: open.row === null ? null : (held.get(open.row.id) ?? open.row),
            like: open.like,
            onClose: () => setOpen(null),
            onMany: (deed, ids) => {
              const begun = onMany(deed, ids);
              if (begun) setOpen(null);
              return begun;
            },
          })}
    </Panel>
  );
}

function Item<R extends Scheduled>({
  resource,
  nameOf,
  valuesOf,
  words,
  tools,
  row,
  foreign,
  takesFocus,
  readOnly,
  onEdit,
  onCopy,
  onRemove,
}: Says<R> & {
  readonly row: ResourceView<R>;
  /** Not this account's to do or have said; it may be stopped all the same. */
  readonly foreign: boolean;
  /** Whether it was brought back by what had the focus in its place; asked once. */
  readonly takesFocus: () => boolean;
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('schedules');
  const toggle = useFocusTaken<HTMLInputElement>(takesFocus);
  const commands = useCommands();
  const { server_id, enabled, pending } = row;
  const list: Scheduled = resource;
  const name = nameOf(row);
  const turn = async (on: boolean) => {
    const was = valuesOf(row);
    const outcome = await writeRow(commands, {
      resource,
      server_id,
      row,
      values: { ...was, enabled: on },
      was: was as EditsOf<R>,
    });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  const each = [
    { does: 'edit', icon: <Pencil />, onClick: onEdit },
    { does: 'copy', icon: <Copy />, onClick: onCopy },
    { does: 'remove', icon: <Trash2 />, onClick: onRemove },
  ] as const;
  return (
    <li aria-busy={pending} data-off={!enabled}>
      <input
        ref={toggle}
        type="checkbox"
        className="switch"
        aria-label={t(`${list}.turn`, { name })}
        checked={enabled}
        disabled={readOnly || (foreign && !enabled)}
        onChange={({ target }) => void turn(target.checked)}
      />
      <div className="schedule-words">{words(row)}</div>
      {readOnly ? null : (
        <div className="schedule-tools">
          {foreign ? null : tools?.(row)}
          {each.map(({ does, icon, onClick }) => {
            const label = t(`${list}.${does}`, { name });
            return (
              <Button
                key={does}
                kind="quiet"
                icon={icon}
                aria-label={label}
                title={label}
                onClick={onClick}
              />
            );
          })}
        </div>
      )}
    </li>
  );
}
