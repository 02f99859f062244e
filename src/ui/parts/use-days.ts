import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useEffect, useState } from 'react';
import { dayId } from '../../domain/servers/day-id.ts';
import type { DayRow } from '../../domain/rows.ts';
import { useCommands, useConnectionKind, useView } from '../data/use-view.ts';
import { whenIdle } from './when-idle.ts';

/** The worker is asked so often; it asks the host where what it has has grown old. */
const ASK_MS = 60_000;

/** The day of a server, or with null of all together; undefined until it has come. */
export type DayOf = (serverId: string | null) => ReadonlySignal<DayRow | undefined>;

/** Follows the days of these servers and keeps them fresh, once the page has shown what is more urgent. */
export function useDays(serverIds: readonly (string | null)[]): DayOf {
  const commands = useCommands();
  const live = useConnectionKind() === 'live';
  const view = useView({ view: 'days', server_ids: serverIds });
  useEffect(() => {
    if (!live || serverIds.length === 0) return;
    let wanted = true;
    // What failed is asked for again with the next round; until then the figures beside it tell how things stand.
    const ask = () => void (wanted && commands.days(serverIds));
    void whenIdle().then(ask);
    const timer = setInterval(ask, ASK_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [commands, live, serverIds]);
  const { row } = view;
  return useCallback((serverId) => row(dayId(serverId)), [row]);
}

/**
 * Of the servers in a window, those whose days are followed: others only where one on the screen is not among them, so
 * that a row that crosses the window's edge costs nothing.
 */
export function useFollowed(
  window: readonly string[],
  shown: readonly string[],
): readonly string[] {
  const [followed, follow] = useState(window);
  const isMissing = shown.some((id) => !followed.includes(id));
  if (isMissing) follow(window);
  return isMissing ? window : followed;
}
