import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

interface Dragged {
  readonly id: string;
  readonly to: number;
}

interface Handlers {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onPointerMove?: ((event: PointerEvent) => void) | undefined;
  readonly onPointerUp?: () => void;
  readonly onPointerCancel?: () => void;
}

export interface MovedLines {
  /** Of the list; its lines have their id as `data-id`, and their handle has `data-handle`. */
  readonly list: RefObject<HTMLOListElement | null>;
  /** The lines as they stand while one is dragged. */
  readonly shown: readonly string[];
  readonly dragged: string | null;
  /** What was moved last, for those who hear it. */
  readonly said: string;
  readonly move: (id: string, to: number) => void;
  /** Of a line's handle; the line keeps the focus that it has. */
  readonly onKeyDown: (id: string) => (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  readonly dragging: (id: string, index: number) => Handlers;
}

/** Lines that are moved by their handle, with the pointer or the arrow keys, or by buttons. */
export function useMovedLines(
  ids: readonly string[],
  {
    count,
    top = 0,
    placeOf,
    saysMoved,
    onMove,
  }: {
    readonly count: number;
    /** The highest place that a line can have: what stands above it stays. */
    readonly top?: number;
    readonly placeOf: (id: string) => number;
    readonly saysMoved: (id: string, to: number) => string;
    readonly onMove: (id: string, to: number) => void;
  },
): MovedLines {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<Dragged | null>(null);
  /** Whose handle keeps the focus, though its line is put elsewhere. */
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    const line = list.current?.querySelector(`[data-id="${focused.current}"]`);
    line?.querySelector<HTMLElement>('[data-handle]')?.focus();
    line?.scrollIntoView({ block: 'nearest' });
  });
  const shown =
    dragged === null
      ? ids
      : ids.filter((id) => id !== dragged.id).toSpliced(dragged.to, 0, dragged.id);
  const move = (id: string, to: number, keep: boolean) => {
    if (to < top || to >= count || to === placeOf(id)) return;
    focused.current = keep ? id : null;
    setSaid(saysMoved(id, to));
    onMove(id, to);
  };
  const drag = (id: string) => (event: PointerEvent) => {
    const lines = [...(list.current?.querySelectorAll('[data-id]') ?? [])];
    const over = lines.filter((line) => {
      const { top, height } = line.getBoundingClientRect();
      return event.clientY > top + height / 2;
    }).length;
    const from = shown.indexOf(id);
    const to = Math.min(Math.max(over > from ? over - 1 : over, top), ids.length - 1);
    if (to !== dragged?.to) setDragged({ id, to });
  };
  return {
    list,
    shown,
    dragged: dragged?.id ?? null,
    said,
    move: (id, to) => move(id, to, false),
    onKeyDown: (id) => (event) => {
      const to = { ArrowUp: placeOf(id) - 1, ArrowDown: placeOf(id) + 1, Home: top }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move(id, to, true);
    },
    onBlur: () => {
      focused.current = null;
    },
    dragging: (id, index) => ({
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
    }),
  };
}
