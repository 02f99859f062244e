import { useEffect, useState } from 'react';
import type { HistoryRow } from '../../../domain/rows.ts';
import type { PopulationBefore, PopulationSpan } from '../../../protocol/servers/population.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands, useOne } from '../../data/use-view.ts';

const REFRESH_MS = 60_000;
/** A row that nobody has. */
const NOBODYS = '';

/** The population history of a span, asked for each minute; of no server, nothing. */
export function useHistory(
  serverId: string | null,
  span: PopulationSpan,
  before?: PopulationBefore,
): {
  readonly row: HistoryRow | undefined;
  readonly error: CommandError | null;
  readonly retry: () => void;
} {
  const commands = useCommands();
  const [error, setError] = useState<CommandError | null>(null);
  const [round, setRound] = useState(0);
  const { row } = useOne({
    view: 'history',
    server_id: serverId ?? NOBODYS,
    span,
    ...(before === undefined ? {} : { before }),
  });
  useEffect(() => {
    if (serverId === null) return;
    let wanted = true;
    const ask = async () => {
      const outcome = await commands.history(serverId, span, before);
      if (wanted) setError(outcome.ok ? null : outcome.error);
    };
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [commands, serverId, span, before, round]);
  // What was shown stays until the next is there: of another span it is not this one.
  const shown = row?.span === span && row.before === before ? row : undefined;
  return {
    row: serverId === null ? undefined : shown,
    error: serverId === null ? null : error,
    retry: () => setRound((count) => count + 1),
  };
}
