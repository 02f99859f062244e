import type { ReadonlySignal } from '@preact/signals-react';
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { serverName } from '../../../domain/servers/server-name.ts';
import { STANDING } from '../../../domain/servers/status.ts';
import { useRow } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { GameSign } from '../../parts/server-status.tsx';
import { serverTitle } from '../../text/server-title.ts';

interface Dragged {
  readonly id: string;
  readonly to: number;
}

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
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<Dragged | null>(null);
  /** Whose handle keeps the focus, though its line is put elsewhere. */
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const line = list.current?.querySelector(`[data-id="${focused.current}"]`);
    line?.querySelector<HTMLElement>('.nav-handle')?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  });
  const shown =
    dragged === null
      ? ids
      : ids.filter((id) => id !== dragged.id).toSpliced(dragged.to, 0, dragged.id);

  const move = (id: string, to: number, keep = true) => {
    if (to < 0 || to >= count || to === placeOf(id)) return;
    focused.current = keep ? id : null;
    const moved = row(id).peek();
    const name = moved === undefined ? '' : serverTitle(moved.configuration);
    setSaid(t('moved', { name, place: to + 1, count }));
    onMove(id, to);
  };
  const press = (id: string) => (event: KeyboardEvent) => {
    const to = { ArrowUp: placeOf(id) - 1, ArrowDown: placeOf(id) + 1, Home: 0 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(id, to);
  };
  const drag = (id: string) => (event: PointerEvent) => {
    const lines = [...(list.current?.querySelectorAll('[data-id]') ?? [])];
    const over = lines.filter((line) => {
      const { top, height } = line.getBoundingClientRect();
      return event.clientY > top + height / 2;
    }).length;
    const from = shown.indexOf(id);
    const to = Math.min(Math.max(over > from ? over - 1 : over, 0), ids.length - 1);
    if (to !== dragged?.to) setDragged({ id, to });
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="nav-list" ref={list}>
        {shown.map((id, index) => (
          <NavLine
            key={id}
            id={id}
            server={row(id)}
            place={placeOf(id)}
            count={count}
            first={placed === index && dragged === null ? t('byName') : null}
            dragged={dragged?.id === id}
            onKeyDown={press(id)}
            onBlur={() => (focused.current = null)}
            onMove={(to) => move(id, to, false)}
            handlers={
              placed === null
                ? {}
                : {
                    onPointerDown: (event) => {
                      if (event.button !== 0) return;
                      event.currentTarget.setPointerCapture(event.pointerId);
                      setDragged({ id, to: index });
                    },
                    onPointerMove: dragged?.id === id ? drag(id) : undefined,
                    onPointerUp: () => {
                      if (dragged !== null) move(dragged.id, dragged.to, false);
                      setDragged(null);
                    },
                    onPointerCancel: () => setDragged(null),
                  }
            }
          />
        ))}
      </ol>
    </>
  );
}

interface Handlers {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onPointerMove?: ((event: PointerEvent) => void) | undefined;
  readonly onPointerUp?: () => void;
  readonly onPointerCancel?: () => void;
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
  readonly handlers: Handlers;
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
