/** How long a ban lasts, as a form has it. */
import { banMinutes } from '../../../protocol/bans/fields.ts';
import type { BanListPermission } from '../../../protocol/permissions.ts';
import { wholeNumber } from '../../parts/rules.ts';

/** In minutes. */
export const PRESETS = ['60', '1440', '4320', '10080', '43200', '525600'] as const;
export type Preset = (typeof PRESETS)[number];

const MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof MINUTES;
export const UNITS = Object.keys(MINUTES) as readonly Unit[];

/** `span`: so many minutes, another time, for good, or with `keep` as it is. */
export interface Duration {
  readonly span: Preset | 'free' | 'ever' | 'keep';
  readonly amount: string;
  readonly unit: Unit;
}

/** For good where the account may, else for a week. */
export function usualDuration(held: readonly BanListPermission[]): Duration {
  const span = held.includes('banlist.add-permanent') ? 'ever' : '10080';
  return { span, amount: '', unit: 'days' };
}

/** How a time in minutes, or null for good, stands in a form. */
export function asDuration(minutes: number | null): Duration {
  if (minutes === null) return { span: 'ever', amount: '', unit: 'days' };
  const preset = PRESETS.find((one) => Number(one) === minutes);
  return { span: preset ?? 'free', amount: String(minutes), unit: 'minutes' };
}

/** What is sent of it; undefined: it stays. NaN where a whole number is missing. */
export function minutesOf({ span, amount, unit }: Duration): number | null | undefined {
  if (span === 'keep') return undefined;
  if (span === 'ever') return null;
  return span === 'free' ? wholeNumber(amount) * MINUTES[unit] : Number(span);
}

/** Whether it is longer than a ban that ends may be, or no time at all. */
export function isWrong(duration: Duration): boolean {
  const minutes = minutesOf(duration);
  return minutes !== undefined && !banMinutes.safeParse(minutes).success;
}

/** What it takes to add a ban of it. */
export function durationNeeds(duration: Duration): BanListPermission {
  return duration.span === 'ever' ? 'banlist.add-permanent' : 'banlist.add-temporary';
}
