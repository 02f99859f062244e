/** What can be done about a player, from their card and wherever their name stands. A new deed is a line here. */
import { Ban, ListPlus, MessageSquare, StickyNote, UserX, type LucideIcon } from 'lucide-react';
import { may, mayAddEntries, mayBan } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { PLAYER_QUESTION, type PlayerQuestion } from '../actions/player-question.ts';
import { mayAsk, type Action } from '../actions/why-not.ts';
import type { Texts } from '../text/en/all.ts';

interface Deed {
  /** What its button says. */
  readonly name: keyof Texts['players']['deed'];
  readonly icon: LucideIcon;
  readonly danger?: true;
  /** Whether it is the account's to do, whatever stands against it now. */
  readonly offered: (account: AccountRow, serverId: string) => boolean;
  /** What the game is asked for: then it must be able to, and the player must be there. null: nothing. */
  readonly action: Action | null;
  /** A question with words to it, a ban, an entry of a bucket, or a section of the card that it leads to. */
  readonly opens: PlayerQuestion['what'] | 'ban' | 'entry' | 'notes';
}

function question(
  name: PlayerQuestion['what'],
  rest: Pick<Deed, 'icon' | 'danger'>,
): Deed & { readonly action: Action } {
  const action = PLAYER_QUESTION[name];
  const offered: Deed['offered'] = (account, serverId) => mayAsk(account, serverId, action);
  return { ...rest, name, action, offered, opens: name };
}

/** In the order in which they stand. */
export const PLAYER_DEEDS: readonly Deed[] = [
  question('message', { icon: MessageSquare }),
  question('kick', { icon: UserX, danger: true }),
  { name: 'ban', icon: Ban, danger: true, offered: mayBan, action: null, opens: 'ban' },
  { name: 'entry', icon: ListPlus, offered: mayAddEntries, action: null, opens: 'entry' },
  {
    name: 'note',
    icon: StickyNote,
    offered: (account, serverId) => may(account, serverId, 'server.notes.edit'),
    action: null,
    opens: 'notes',
  },
];
