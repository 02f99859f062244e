/** A recorded series of head counts, and how each line of its file was explained. */
export interface PopulationSeries {
  /** Seconds from the first sample, days counted where the clock went past midnight. */
  readonly samples: readonly { readonly second: number; readonly players: number }[];
  readonly lines: Readonly<Record<'header' | 'sample' | 'empty', number>>;
  /** Lines that no rule explains, as they stand. */
  readonly unexplained: readonly string[];
}

const DAY = 86_400;
const COUNT = new Set(['Player Count', 'players']);
const TIME = new Set(['Server Time', 'time']);

/** Reads a CSV file whose header names a column of times and one of players. */
export function readPopulationSeries(text: string): PopulationSeries {
  const lines = { header: 0, sample: 0, empty: 0 };
  const samples: { second: number; players: number }[] = [];
  const unexplained: string[] = [];
  let columns:
    | { readonly width: number; readonly time: number; readonly players: number }
    | undefined;
  let days = 0;
  let last = 0;
  let first: number | undefined;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const cells = line.split(',');
    if (line === '') {
      lines.empty += 1;
      continue;
    }
    if (columns === undefined) {
      const time = cells.findIndex((cell) => TIME.has(cell));
      const players = cells.findIndex((cell) => COUNT.has(cell));
      if (time < 0 || players < 0) unexplained.push(line);
      else {
        lines.header += 1;
        columns = { width: cells.length, time, players };
      }
      continue;
    }
    const second = secondOfDay(cells[columns.time] ?? '');
    const players = cells[columns.players] ?? '';
    if (second === undefined || !/^\d+$/.test(players) || cells.length !== columns.width) {
      unexplained.push(line);
      continue;
    }
    if (second < last) days += 1;
    last = second;
    first ??= second;
    lines.sample += 1;
    samples.push({ second: days * DAY + second - first, players: Number(players) });
  }
  return { samples, lines, unexplained };
}

function secondOfDay(text: string): number | undefined {
  const [, hours, minutes, seconds] =
    /^(?:\d{4}-\d\d-\d\d )?(\d{1,2}):(\d\d):(\d\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
