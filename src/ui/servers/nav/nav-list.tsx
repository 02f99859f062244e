import type { ReadonlySignal } from '@preact/signals-react';
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { useRow } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { GameSign } from '../../parts/server-status.tsx';
import { useMovedLines, type MovedLines } from '../../parts/use-moved-lines.ts';
import { serverTitle } from '../../text/server-title.ts';

/** Servers that are moved by their handle, with the pointer or the arrow keys, or by buttons. */
export function NavList({
  ids,
  placed,
  placeOf,
  count,
  row,
  onMove,
}: {
  readonly ids: readonly string[];
  /** So many of them have a place; null: these are some of the list, which can only be moved to its parts. */
  readonly placed: number | null;
  readonly placeOf: (id: string) => number;
  readonly count: number;
  readonly row: (id: string) => ReadonlySignal<ServerRow | undefined>;
  readonly onMove: (id: string, to: number) => void;
}) {
  const { t } = useTranslation('nav');
  const lines = useMovedLines(ids, {
    count,
    placeOf,
    saysMoved: (id, to) => {
      const moved = row(id).peek();
      const name = moved === undefined ? '' : serverTitle(moved.configuration);
      return t('moved', { name, place: to + 1, count });
    },
    onMove,
  });

  return (
    <>
      <p className="visually-hidden" role="status">
        {lines.said}
      </p>
      <ol className="nav-list" ref={lines.list}>
        {lines.shown.map((id, index) => (
          <NavLine
            key={id}
            id={id}
            server={row(id)}
            place={placeOf(id)}
            count={count}
            first={placed === index && lines.dragged === null ? t('byName') : null}
            dragged={lines.dragged === id}
            onKeyDown={lines.onKeyDown(id)}
            onBlur={lines.onBlur}
            onMove={(to) => lines.move(id, to)}
            handlers={placed === null ? {} : lines.dragging(id, index)}
          />
        ))}
      </ol>
    </>
  );
}

function NavLine({
  id,
  server: source,
  place,
  count,
  first,
  dragged,
  onKeyDown,
  onBlur,
  onMove,
  handlers,
}: {
  readonly id: string;
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly place: number;
  readonly count: number;
  /** What stands above it; null: nothing. */
  readonly first: string | null;
  readonly dragged: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  readonly onMove: (to: number) => void;
  readonly handlers: ReturnType<MovedLines['dragging']>;
}) {
  const { t } = useTranslation('nav');
  const server = useRow(source, STANDING);
  if (server === undefined) return null;
  const name = serverTitle(server.configuration);
  return (
    <li data-id={id} data-dragged={dragged}>
      {first === null ? null : <p className="soft nav-by-name">{first}</p>}
      <div className="nav-line">
        <button
          type="button"
          className="nav-handle"
          data-handle
          aria-label={t('handle', { name, place: place + 1, count })}
          aria-describedby="nav-hint"
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          {...handlers}
        >
          <GripVertical className="icon" />
        </button>
        <GameSign game={server.configuration.game} />
        <bdi className="nav-name">{serverName(server.configuration)}</bdi>
        <span className="nav-moves">
          <Button
            kind="quiet"
            icon={<ArrowUpToLine />}
            tabIndex={-1}
            aria-label={t('firstOf', { name })}
            title={t('first')}
            still={place === 0}
            onClick={() => onMove(0)}
          />
          <Button
            kind="quiet"
            icon={<ArrowUp />}
            tabIndex={-1}
            aria-label={t('upOf', { name })}
            title={t('up')}
            still={place === 0}
            onClick={() => onMove(place - 1)}
          />
          <Button
            kind="quiet"
            icon={<ArrowDown />}
            tabIndex={-1}
            aria-label={t('downOf', { name })}
            title={t('down')}
            still={place === count - 1}
            onClick={() => onMove(place + 1)}
          />
        </span>
      </div>
    </li>
  );
}
