import type { RecordingEnd, RecordingHeader } from '../../protocol/recordings/format.ts';
import { NO_CHANGES } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { hashRows } from '../hash.ts';
import { isKnown } from '../known.ts';
import { reduce as reduceEvent } from '../reduce.ts';
import { TABLES } from '../tables.ts';
import { applyChanges, createRows, type Rows } from '../state.ts';
import { REDUCER_VERSION, SCHEMA_HASH } from '../version.ts';
import type { NumberedEvent, Reduce } from './player.ts';
import type { RecordingItem } from './read.ts';

/** What was played of a recording. */
export interface RunReport {
  readonly header: RecordingHeader | null;
  readonly end: RecordingEnd | null;
  readonly events: number;
  /** Events that changed rows. */
  readonly applied: number;
  /** Events of a kind that this version does not know: they changed nothing. */
  readonly unknown: number;
  /** Damaged lines, and places where something is missing. */
  readonly damaged: number;
  readonly first: NumberedEvent | null;
  readonly last: NumberedEvent | null;
}

/** Plays a recording once, from its beginning, item by item: its rows, and what was seen on the way. */
export class RecordingRun {
  readonly rows: Rows = createRows();
  readonly #reduce: Reduce;
  #report: { -readonly [K in keyof RunReport]: RunReport[K] } = {
    header: null,
    end: null,
    events: 0,
    applied: 0,
    unknown: 0,
    damaged: 0,
    first: null,
    last: null,
  };

  constructor(reduce: Reduce = reduceEvent) {
    this.#reduce = reduce;
  }

  get report(): RunReport {
    return this.#report;
  }

  take(item: RecordingItem): void {
    const report = this.#report;
    switch (item.kind) {
      case 'header':
        report.header = item.header;
        return;
      case 'keyframe':
        putRows(this.rows, item);
        return;
      case 'event': {
        const changes = this.#reduce(this.rows, item.event as DomainEvent);
        report.events++;
        report.first ??= item;
        report.last = item;
        if (changes !== NO_CHANGES) {
          applyChanges(this.rows, changes);
          report.applied++;
        } else if (!isKnown(item.event)) report.unknown++;
        return;
      }
      case 'end':
        report.end = item.end;
        return;
      case 'damage':
        report.damaged++;
    }
  }
}

/** Puts a part of a keyframe into the rows that a recording begins with. */
export function putRows(rows: Rows, { rows: frame }: RecordingItem & { kind: 'keyframe' }): void {
  for (const table of TABLES) {
    for (const after of frame[table] ?? []) {
      applyChanges(rows, [{ table, id: after.id, before: undefined, after } as never]);
    }
  }
}

/** Whether rows come out as when it was recorded: schemas and reducers are the same. */
export function sameVersion({ rows }: RecordingHeader): boolean {
  return rows.reducers === REDUCER_VERSION && rows.schema === SCHEMA_HASH;
}

/**
 * One sentence for each thing that whoever plays a recording should know of how it was made; none where it is
 * as this version writes it.
 */
export function shortcomings({
  header,
  end,
}: Pick<RunReport, 'header' | 'end'>): readonly string[] {
  const found: string[] = [];
  if (header === null) found.push('There is no header in the first line.');
  else if (header.protocol > PROTOCOL_VERSION) {
    found.push(
      `It speaks a newer wire (${header.protocol}) than this Muster (${PROTOCOL_VERSION}): update this one.`,
    );
  }
  if (end === null) found.push('It was cut off: the last line, which says so, is missing.');
  return found;
}

/** Checks a whole recording, item by item, and says at the end what is wrong with it. */
export class RecordingCheck {
  readonly run = new RecordingRun();
  #keyframe: string | null = null;

  take(item: RecordingItem): void {
    if (item.kind === 'event' && this.run.report.events === 0) this.#begin();
    this.run.take(item);
  }

  /** One sentence for each thing that is wrong beside the damaged lines; none where all is well. */
  faults(): readonly string[] {
    const { header, end, events, damaged, last } = this.run.report;
    if (events === 0) this.#begin();
    const faults = [...shortcomings(this.run.report)];
    if (header === null) return faults;
    const comparable = sameVersion(header);
    if (comparable && header.keyframe !== this.#keyframe) {
      faults.push('The rows that it begins with are not those that the header tells.');
    }
    if (end === null) return faults;
    if (end.seq !== (last?.seq ?? end.seq)) {
      faults.push(`It ends with event ${last?.seq ?? 0}, and should with ${end.seq}.`);
    } else if (comparable && damaged === 0 && end.hash !== hashRows(this.run.rows)) {
      faults.push('The rows at its end are not those that were recorded.');
    }
    return faults;
  }

  #begin(): void {
    const { rows } = this.run;
    const empty = TABLES.every((table) => rows[table].size === 0);
    this.#keyframe = empty ? null : hashRows(rows, TABLES);
  }
}
