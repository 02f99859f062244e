import { ofFeed, ofJoin, ofLeave, type StatisticsEffect } from '../../domain/statistics/effects.ts';
import { parseStream } from '../../protocol/streams.ts';
import type { Reactor, Told } from '../reactors/reactor.ts';
import { writeStatistics } from './write.ts';

/** Keeps what players did: it outlives the log. */
export const statisticsReactor: Reactor<StatisticsEffect> = {
  name: 'statistics',
  streams: ['list', 'feed'],
  events: ['gsm:player:create', 'gsm:player:destruct', 'server:feed'],
  decide,
  personal: false,
  apply: writeStatistics,
};

function decide(told: Told): readonly StatisticsEffect[] {
  if (told.kind === 'missed') {
    const stream = parseStream(told.stream);
    if (stream?.resource !== 'server' || stream.audience !== 'list') return [];
    return [{ kind: 'lost-sight', server_id: stream.id }];
  }
  switch (told.event) {
    case 'gsm:player:create':
      return ofJoin(told.data, told.at);
    case 'gsm:player:destruct':
      return ofLeave(told.data, told.at);
    case 'server:feed':
      return ofFeed(told.data);
    default:
      return [];
  }
}
