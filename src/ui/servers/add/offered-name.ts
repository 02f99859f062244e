import { SERVER_NAME_MAX, serverName } from '../../../protocol/servers/fields.ts';

/** What turns the writing around or is not seen goes; control characters and ends of lines become blanks. */
const UNSEEN = /[\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** What a game calls a server, as Muster may call it; null where nothing of it is left. */
export function offeredName(told: string | null): string | null {
  const clean = (told ?? '').replaceAll(UNSEEN, '').replaceAll(BREAKS, ' ').trim();
  let name = '';
  // Whole characters alone: half of one is none.
  for (const sign of clean) {
    if (name.length + sign.length > SERVER_NAME_MAX) break;
    name += sign;
  }
  const read = serverName.safeParse(name);
  return read.success ? read.data : null;
}
