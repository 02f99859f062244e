/** `GET server/:id/past`: a server as it was, as events of a recording that begins half an hour before. */
import type { RecordedEvent } from '../../domain/known.ts';
import { consoleLine, feedEntry } from '../../protocol/feed/fields.ts';
import { PAST_AROUND } from '../../protocol/history/past-calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { eventLineOf } from '../../domain/recordings/write.ts';
import { isFiltered, opensStream, serverStream, wholeOf } from '../../protocol/streams.ts';
import { serverPermissions } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { noSuch } from '../calls/host-error.ts';
import { entriesIn } from '../feed/pages.ts';
import { LOG_LASTS } from '../realtime/prune.ts';
import { readServers } from '../servers/snapshots.ts';
import { atOneMoment } from '../store/database.ts';
import { figuresAround } from './past-figures.ts';
import { linesAround } from './past-lines.ts';
import { comingsOf, presentAt, readPastStays } from './past-stays.ts';
import type { Told, Window } from './told.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

export const serverPast: Handler<'serverPast'> = async (
  { params: { server_id: id }, query },
  { account, db, now, settings },
) => {
  const at = Math.min(query.at, now);
  const window = {
    id,
    from: Math.max(0, at - PAST_AROUND),
    until: Math.min(now, at + PAST_AROUND),
  };
  return atOneMoment(db, async (trx) => {
    const [server] = await readServers(trx, [id]);
    if (server === undefined) throw noSuch('server');
    const permissions = await serverPermissions(trx, account.id, id);
    const may = (permission: ServerPermission) => permissions.includes(permission);
    const reads = (which: 'feed' | 'console') =>
      opensStream(permissions, which) || opensStream(permissions, `${which}-filtered`);
    const kept = (days: number) => now - days * DAY;
    const since = kept(settings.playSessionDays);
    // Of a player the last stay is kept for good: alone it would look as if nobody else had been there.
    const stays = window.until < since ? [] : await readPastStays(trx, window);
    const feed = await linesAround(trx, window, 'feed');
    const figures = await figuresAround(trx, server.snapshot, window, {
      feed,
      now,
      wasHeard: stays.length > 0,
    });
    const list = [...stays.flatMap((stay) => comingsOf(stay, window)), ...figures.told];
    const players = presentAt(stays, window.from);
    const first = [
      rest('servers', window.from, { servers: [{ ...figures.stood, players }], whole: true }),
      rest('population', window.from, { server_id: id, ...figures.history }),
    ];
    const streams = inOrder(serverStream(id, 'list'), list, 0);
    for (const [audience, schema] of [
      ['feed', feedEntry],
      ['feed-filtered', feedEntry],
      ['console', consoleLine],
      ['console-filtered', consoleLine],
    ] as const) {
      if (!opensStream(permissions, audience)) continue;
      const lines = audience === 'feed' ? feed : await linesAround(trx, window, audience);
      const entries = entriesIn(lines.before, schema).map((one, n) => ({ ...one, seq: n + 1 }));
      const page = { server_id: id, older: false, position: entries.length, entries, more: false };
      const event = wholeOf(audience);
      first.push(
        rest(event, window.from, isFiltered(audience) ? { ...page, filtered: true } : page),
      );
      streams.push(...inOrder(serverStream(id, audience), lines.within, entries.length));
    }
    if (may('server.view.personal')) {
      const entries = stays.map(({ id: player, ip, guid, steam_id, bohemia_id }) => {
        return { kind: 'personal', player, ip, guid, steam_id, bohemia_id, position: null };
      });
      first.push(rest('personal', window.from, { server_id: id, position: 0, entries }));
    }
    const later = [...streams, ...clockOf(window, at)].toSorted((a, b) => a.at - b.at);
    return {
      from: window.from,
      until: window.until,
      events: [...first, ...later].map((event) => {
        const { seq: _, ...line } = eventLineOf(0, event);
        return line;
      }),
      kept: {
        sessions: since,
        feed: reads('feed') ? kept(settings.feedDays) : null,
        console: reads('console') ? kept(LOG_LASTS / DAY) : null,
      },
      unsure: stays.flatMap(({ unsure }) => unsure ?? []),
    };
  });
};

function rest(event: string, at: number, data: unknown): RecordedEvent {
  return { source: 'rest', event, at, data } as RecordedEvent;
}

/** What a stream told, with its positions behind those that are taken. */
function inOrder(stream: string, told: readonly Told[], taken: number): RecordedEvent[] {
  return told
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, event, data }, index) => {
      return { source: 'realtime', event, at, stream, seq: taken + index + 1, data };
    });
}

/** A sign of life at each minute, and at the moment itself: there a replay can stand. */
function clockOf({ from, until }: Window, at: number): RecordedEvent[] {
  const minutes = Array.from(
    { length: Math.floor((until - from) / MINUTE) },
    (_, n) => (Math.floor(from / MINUTE) + n + 1) * MINUTE,
  );
  return [...new Set([...minutes, at, until])].map((moment) => {
    return { source: 'realtime', event: 'keepalive', at: moment, data: { sent: null } };
  });
}
