import {
  MarkedEvents,
  readBeginning,
  type ReadLines,
} from '../../domain/recordings/marked-events.ts';
import { Player } from '../../domain/recordings/player.ts';
import type { RecordingItem } from '../../domain/recordings/read.ts';
import { sameVersion } from '../../domain/recordings/run.ts';
import { Timeline } from '../../domain/recordings/timeline.ts';
import { hashText } from '../../domain/hash.ts';
import { TABLES } from '../../domain/tables.ts';
import type { RecordingEnd } from '../../protocol/recordings/format.ts';
import type { DamagedLine, Opened, OpenedRecording, OpeningProgress } from './contract.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import type { ServerRow } from '../../domain/rows.ts';

/** A file whose every event has been played once. */
export interface Played {
  readonly player: Player;
  readonly timeline: Timeline;
  readonly recording: OpenedRecording;
}

const MOST_DAMAGE = 100;
const PARTS = 240;
const FINGERPRINT = 8;
/** Events that are played before other messages are looked at. */
const TURN_EVENTS = 4_000;

/** Plays a file to its end once, so that every moment of it can be reached quickly afterwards. */
export async function openRecording(
  lines: ReadLines,
  told: (progress: OpeningProgress) => void,
): Promise<Extract<Opened, { ok: false }> | Played> {
  const damage: DamagedLine[] = [];
  let damaged = 0;
  let end: RecordingEnd | null = null;
  const met = (item: RecordingItem) => {
    if (item.kind === 'end') end = item.end;
    if (item.kind !== 'damage') return;
    damaged++;
    if (damage.length < MOST_DAMAGE) damage.push({ line: item.line, reason: item.reason });
  };
  const beginning = readBeginning(lines, met);
  const { header, newer, rows, known } = beginning;
  if (newer !== null) return { ok: false, kind: 'newer' };
  if (!known) return { ok: false, kind: 'no-recording' };
  const begins = TABLES.some((table) => rows[table].size > 0);
  const timeline = new Timeline();
  let bytes = 0;
  const events = new MarkedEvents(lines, beginning, (item, next) => {
    bytes = next;
    met(item);
  });
  const player = new Player(events, { start: rows });
  const first = JSON.stringify(header);
  let fingerprint = '';
  while (player.step()) {
    const { last } = player;
    if (last === null) continue;
    timeline.add(last.seq, last.event);
    if (fingerprint === '') fingerprint = first + JSON.stringify(last);
    if (timeline.length % TURN_EVENTS !== 0) continue;
    told({ bytes, events: timeline.length });
    await turn();
  }
  if (timeline.length === 0 && !begins) return { ok: false, kind: 'empty' };
  const [from, to] = [timeline.moment(0), timeline.moment(timeline.length)];
  const servers = new Set([...timeline.servers.keys(), ...player.rows.servers.keys()]);
  return {
    player,
    timeline,
    recording: {
      fingerprint: hashText(fingerprint === '' ? first : fingerprint).slice(0, FINGERPRINT),
      events: timeline.length,
      span: from === null || to === null ? null : { from, to },
      kinds: [...timeline.kinds].sort(([a], [b]) => (a < b ? -1 : 1)),
      servers: [...servers].map((id) => ({
        id,
        name: nameOf(player.rows.servers.get(id)) ?? id,
      })),
      density: timeline.density(PARTS),
      damage,
      damaged,
      cutOff: end === null,
      sameVersion: header === null || sameVersion(header),
    },
  };
}

/** Lets messages of the page come in. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

function nameOf(server: ServerRow | undefined): string | undefined {
  return server === undefined ? undefined : serverName(server.configuration);
}
