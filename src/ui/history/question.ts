import type { HistoryAddress } from '../parts/addresses/history.ts';
import type { CallInput } from '../../worker/contract.ts';
import { HISTORY_SERVERS_MAX, HISTORY_SOUGHT_MAX } from '../../protocol/history/calls.ts';

export type HistoryQuestion = NonNullable<CallInput<'historyPage'>['query']>;

/** What is asked of the host for an address. What an address cannot ask narrows nothing. */
export function questionOf(address: HistoryAddress): HistoryQuestion {
  const { kinds, player, from, until } = address;
  const text = address.text.trim().slice(0, HISTORY_SOUGHT_MAX);
  const servers = serversOf(address);
  return {
    ...(text === '' ? {} : { text }),
    ...(servers.length === 0 ? {} : { servers: servers.join(',') }),
    ...(kinds.length === 0 ? {} : { kinds: kinds.join(',') }),
    ...(player === null ? {} : { player }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
  };
}

/** The servers that an address names; none: all. */
export function serversOf({ servers }: Pick<HistoryAddress, 'servers'>): readonly string[] {
  const ids = servers.split(',').filter((id) => /^[0-9a-f]{24}$/.test(id));
  return [...new Set(ids)].slice(0, HISTORY_SERVERS_MAX);
}

/** A moment as an input of date and time has it, where the person is. */
export function toInput(at: number | null): string {
  if (at === null) return '';
  const minutes = new Date(at).getTimezoneOffset();
  return new Date(at - minutes * 60_000).toISOString().slice(0, 16);
}

/** null: it says none. */
export function fromInput(value: string): number | null {
  const at = new Date(value).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}

/** Spans that are asked for often. */
export const SPANS = ['any', 'hour', 'today', 'yesterday', 'week', 'month', 'own'] as const;
export type Span = (typeof SPANS)[number];

/** The moments of a span as it is now, where the person is. */
export function momentsOf(
  span: Exclude<Span, 'own'>,
  now: number,
): Pick<HistoryAddress, 'from' | 'until'> {
  const daysAgo = (days: number) => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    return day.setDate(day.getDate() - days);
  };
  switch (span) {
    case 'any':
      return { from: null, until: null };
    case 'hour':
      return { from: Math.floor(now / 60_000) * 60_000 - 3_600_000, until: null };
    case 'today':
      return { from: daysAgo(0), until: null };
    case 'yesterday':
      return { from: daysAgo(1), until: daysAgo(0) - 1_000 };
    case 'week':
      return { from: daysAgo(7), until: null };
    case 'month':
      return { from: daysAgo(30), until: null };
  }
}

/** The span that an address has; `own`: none of those that have a name. */
export function spanOf({ from, until }: HistoryAddress, now: number): Span {
  return (
    SPANS.find((span) => {
      if (span === 'own' || span === 'hour') return false;
      const moments = momentsOf(span, now);
      return moments.from === from && moments.until === until;
    }) ?? 'own'
  );
}
