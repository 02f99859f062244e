import { useEffect } from 'react';
import { may } from '../../../domain/permissions.ts';
import type { PopulationSpan } from '../../../protocol/servers/population.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { useCall } from '../../parts/use-call.ts';

const REFRESH_MS = 60_000;
const NONE: CallAnswer<'chartMarks'> = { span: '24h', marks: [], more: false };

/** What happened in a span, for those who may see the feed; a recording has none of it. */
export function useMarks(serverId: string, span: PopulationSpan): CallAnswer<'chartMarks'> {
  const replaying = useReplaying();
  const account = useOne({ view: 'account' }).row;
  const asks = !replaying && may(account, serverId, 'server.view.feed');
  const input = { params: { server_id: serverId }, query: { span } };
  const { answer, reload } = useCall('chartMarks', asks ? input : null);
  useEffect(() => {
    if (!asks) return;
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [asks, reload]);
  return asks && answer?.span === span ? answer : NONE;
}
