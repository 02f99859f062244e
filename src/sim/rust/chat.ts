import { serverJson } from './frame.ts';

const CHANNELS = ['Global', 'Team', 'Server', 'Cards', 'Local', 'Clan', 'ExternalDM'];

/** One message of the chat. */
export interface RustChat {
  readonly channel: string;
  readonly text: string;
  /** `'0'` for the server. */
  readonly steamId: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a chat frame carries, or the list that `chat.tail` gives. */
export function chatJson(chat: RustChat | readonly RustChat[], old: boolean): string {
  const value = isList(chat) ? chat.map((one) => chatObject(one, old)) : chatObject(chat, old);
  const json = serverJson(value);
  // Longer than what JavaScript's numbers hold, so that the digits are set free here.
  return old ? json.replaceAll(/("UserId": )"(\d+)"/g, '$1$2') : json;
}

function isList(chat: RustChat | readonly RustChat[]): chat is readonly RustChat[] {
  return Array.isArray(chat);
}

/** Old servers knew no channels. */
function chatObject({ channel, text, steamId, name, at }: RustChat, old: boolean) {
  return {
    ...(old ? {} : { Channel: CHANNELS.indexOf(channel) }),
    Message: text,
    UserId: steamId,
    Username: name,
    Color: steamId === '0' ? '#eee' : '#5af',
    Time: Math.floor(at / 1000),
  };
}
