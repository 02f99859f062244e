import { cpus } from 'node:os';

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The machine that a figure was taken on. */
export function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
}

/** The wall clock, milliseconds with fractions; pages of the same machine read the same. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Processor time of this process in milliseconds: on a busy machine the clock says what others took as well. */
export function busy(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
