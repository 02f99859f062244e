import type { FeedRow } from '../../../../domain/rows.ts';

/** Everything of an entry that a person could search for. */
export function feedText(entry: FeedRow['entry']): string {
  const parts: unknown[] = [entry.kind];
  if ('player' in entry) parts.push(entry.player?.name);
  if ('actor' in entry) parts.push(entry.actor.display_name);
  if ('text' in entry) parts.push(entry.text);
  if ('reason' in entry) parts.push(entry.reason);
  if ('by' in entry && typeof entry.by === 'object' && entry.by !== null) {
    parts.push(entry.by.player?.name, entry.by.cause, entry.by.weapon);
  }
  if ('zone' in entry) parts.push(entry.zone);
  if ('channel' in entry) parts.push(entry.channel);
  if ('state' in entry) parts.push(entry.state);
  return parts.filter((part) => typeof part === 'string').join(' ');
}
