import { createHash } from 'node:crypto';
import type { BanList } from './bans.ts';

const DAY = 24 * 60;
const REASONS = [
  'TeamKill,destruction of equipment. Ban perm!',
  '[Rembo][18.07.15 13:38:14] Sabotage',
  'perm -1 "quoted" reason',
  '',
  'Правила: п.3',
];

/** The list of a server that has been there for years: long, with bans that ended and some without a reason. */
export function oldBans(bans: BanList, now: number): void {
  for (let index = 0; index < 60; index += 1) {
    const guid = createHash('md5').update(`banned ${index}`).digest('hex');
    const minutes = index % 3 === 0 ? 0 : 7 * DAY;
    const daysAgo = index % 14;
    const reason = REASONS[index % REASONS.length] ?? '';
    bans.add(guid, minutes, reason, now - daysAgo * DAY * 60_000);
    if (index % 20 === 0) bans.add(`192.0.2.${index + 1}`, 0, reason, now);
  }
  bans.write();
}
