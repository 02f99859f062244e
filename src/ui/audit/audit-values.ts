/** What was set, in words: what an entry keeps as JSON stands as people say it. */
import i18next from 'i18next';
import { z } from 'zod';
import { gameName } from '../../protocol/enumerations.ts';
import { jobTime, warnings, weekdays } from '../../protocol/schedules/fields.ts';
import { game } from '../../protocol/servers/fields.ts';
import { serverPages } from '../text/en/server-pages.ts';
import {
  formatClock,
  formatDuration,
  formatList,
  formatMoment,
  formatWeekday,
} from '../text/format.ts';
import { permissionName } from '../text/permission-name.ts';
import type { Locale } from '../text/locale.ts';

const ns = 'serverPages';
const { audit } = serverPages;

/** The moments among what entries tell. */
const MOMENTS: ReadonlySet<string> = new Set(['due', 'at', 'until']);

/** A value that something was changed from or to, as it is kept: a text, or JSON of anything else. */
export function changedText(name: string, kept: string, locale: Locale): string {
  return detailText(name, read(kept), locale);
}

/** A value that an entry tells; `name`: what it is of. */
export function detailText(name: string, value: unknown, locale: Locale): string {
  const words = WORDS[name]?.(value, locale) ?? null;
  if (words !== null) return words;
  if (MOMENTS.has(name) && typeof value === 'number') return formatMoment(value, locale);
  if (Array.isArray(value)) {
    return value.map((one: unknown) => detailText('', one, locale)).join(', ');
  }
  const permission = typeof value === 'string' ? permissionName(value) : '';
  if (permission !== '') return permission;
  if (has(audit.field, value)) return i18next.t(`audit.field.${value}`, { ns });
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Those that are no words by themselves; null: this is none of them. */
const WORDS: Readonly<Record<string, (value: unknown, locale: Locale) => string | null>> = {
  days(value, locale) {
    const days = weekdays.safeParse(value).data;
    if (days === undefined) return null;
    if (days.length === 7) return i18next.t('audit.value.everyDay', { ns });
    const named = days.toSorted((a, b) => a - b).map((day) => formatWeekday(day, locale));
    return formatList(named, 'unit', locale);
  },
  time(value, locale) {
    const time = jobTime.safeParse(value).data;
    if (time === undefined) return null;
    return time.kind === 'absolute'
      ? formatClock(time.minutes, locale)
      : i18next.t('audit.value.uptime', { ns, time: formatDuration(time.minutes * 60, locale) });
  },
  warnings(value) {
    const all = warnings.safeParse(value).data;
    if (all === undefined) return null;
    const each = all.map((one) => i18next.t('audit.value.warning', { ns, ...one }));
    return each.length === 0 ? i18next.t('audit.value.nothing', { ns }) : each.join('; ');
  },
  action: (value) => (has(audit.job, String(value)) ? jobText(String(value)) : null),
  enabled: said,
  mode: said,
  step: said,
  by: said,
  given: said,
  policy: said,
  restricted: said,
  flavor: said,
  cause: said,
  secret: said,
  capabilities: saidEach,
  events: saidEach,
  outcome: (value) =>
    has(audit.outcome, value) ? i18next.t(`audit.outcome.${value}`, { ns }) : null,
  refused: (value) => (has(audit.ends, value) ? i18next.t(`audit.ends.${value}`, { ns }) : null),
  status: (value) =>
    has(audit.banStatus, value) ? i18next.t(`audit.banStatus.${value}`, { ns }) : null,
  game(value) {
    const played = game.safeParse(value);
    return played.success ? i18next.t(`game.${gameName(played.data)}`, { ns: 'server' }) : null;
  },
};

function said(value: unknown): string | null {
  const name = String(value);
  return has(audit.value, name) ? i18next.t(`audit.value.${name}`, { ns }) : null;
}

function saidEach(value: unknown): string | null {
  return Array.isArray(value)
    ? value.map((one: unknown) => said(one) ?? String(one)).join(', ')
    : null;
}

function jobText(name: string): string {
  return has(audit.job, name) ? i18next.t(`audit.job.${name}`, { ns }) : name;
}

const json = z.union([
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
  z.number(),
  z.boolean(),
]);

/** Texts were kept as they are, anything else as JSON; what is neither was cut. */
function read(kept: string): unknown {
  try {
    return json.parse(JSON.parse(kept));
  } catch {
    return kept;
  }
}

function has<T extends object>(texts: T, name: unknown): name is keyof T & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}
