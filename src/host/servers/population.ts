import { POPULATION_SPAN } from '../../protocol/servers/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { readPopulation } from './population-history.ts';

/** `GET server/:id/population`: the chart of one span. */
export const serverPopulation: Handler<'serverPopulation'> = async (
  { params, query },
  { db, now },
) => {
  const { span } = query;
  const points = await readPopulation(db, params.server_id, span, now);
  return { span, step: POPULATION_SPAN[span].step, points: [...points] };
};
