import { useCallback } from 'react';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

/**
 * Asks something of a server; the outcome shows at the intention, a failure also as a toast. `playerName`:
 * whom it is about, so that the outcome has the name though they have left.
 */
export function useAct(
  serverId: string,
): (request: ServerActionRequest, playerName?: string) => Promise<boolean> {
  const commands = useCommands();
  return useCallback(
    async (request, playerName) => {
      const outcome = await commands.act(serverId, newRequestId(), request, playerName ?? null);
      if (!outcome.ok) toast(errorText(outcome.error), 'bad');
      return outcome.ok;
    },
    [commands, serverId],
  );
}
