import { useEffect } from 'react';
import type { HistoryRow } from '../../../domain/rows.ts';
import { useCommands, useOne } from '../../data/use-view.ts';

const REFRESH_MS = 120_000;

/** Keeps the last 24 hours of the server that fills the screen; without them it is shown all the same. */
export function SingleHistory({
  serverId,
  onHistory,
}: {
  readonly serverId: string;
  readonly onHistory: (row: HistoryRow | null) => void;
}) {
  const commands = useCommands();
  const { row } = useOne({ view: 'history', server_id: serverId, span: '24h' });
  useEffect(() => {
    const ask = () => void commands.history(serverId, '24h');
    ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => clearInterval(timer);
  }, [commands, serverId]);
  useEffect(() => onHistory(row ?? null), [row, onHistory]);
  return null;
}
