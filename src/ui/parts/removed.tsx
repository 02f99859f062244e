import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { Button } from './button.tsx';

/**
 * What was removed from a list just now: it keeps its place for as long as it can be brought back, so that nothing
 * moves under the hand. Whoever brings it back, or keeps it from being removed, ends its place.
 */
export function useRemoved<Row extends { readonly id: string }>(rows: readonly Row[]) {
  /** `gone`: the rows have told so. */
  const [removed, setRemoved] = useState<readonly { readonly row: Row; readonly gone: boolean }[]>(
    [],
  );
  const end = useCallback(
    ({ id }: Row) => setRemoved((before) => before.filter(({ row }) => row.id !== id)),
    [],
  );
  const take = useCallback((row: Row) => {
    setRemoved((before) => [
      ...before.filter((one) => one.row.id !== row.id),
      { row, gone: false },
    ]);
  }, []);
  useEffect(() => {
    const there = new Set(rows.map(({ id }) => id));
    setRemoved((before) =>
      before.length === 0
        ? before
        : before
            .filter(({ row, gone }) => !gone || !there.has(row.id))
            .map(({ row, gone }) => ({ row, gone: gone || !there.has(row.id) })),
    );
  }, [rows]);
  const held = new Set(rows.map(({ id }) => id));
  return { removed: removed.map(({ row }) => row).filter(({ id }) => !held.has(id)), take, end };
}

/** How the focus knows the place of a row that was brought back, beside that of its undo, which is its id. */
export const restored = ({ id }: { readonly id: string }) => `restored ${id}`;

/** Gives the focus to an element that comes where what had it was; asks once. */
export function useFocusTaken<E extends HTMLElement>(
  takesFocus: () => boolean,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const asked = useRef(takesFocus);
  useEffect(() => {
    if (asked.current()) element.current?.focus();
  }, []);
  return element;
}

/** The place of what was removed just now. */
export function Removed({
  takesFocus,
  onUndo,
  onEnd,
  children,
}: {
  /** Whether what it takes the place of had the focus; asked once. */
  readonly takesFocus: () => boolean;
  readonly onUndo: () => void;
  /** It cannot be brought back any more. */
  readonly onEnd: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const undo = useRef<HTMLButtonElement>(null);
  const last = useRef({ onEnd, takesFocus });
  useEffect(() => {
    last.current = { onEnd, takesFocus };
  });
  useEffect(() => {
    if (last.current.takesFocus()) undo.current?.focus();
    const timer = setTimeout(() => last.current.onEnd(), RESTORE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <li className="removed">
      <span className="soft" role="status">
        {children}
      </span>
      <Button ref={undo} onClick={onUndo}>
        {t('undo')}
      </Button>
    </li>
  );
}
