import { addressOf, text } from './parameters.ts';

const LINK = addressOf({ invitation: text('invitation'), token: text('token') });

/** What a link that was mailed or handed over brings: in its fragment, which no server log sees, or in its query. */
export function linkParameter(name: 'invitation' | 'token'): string {
  return LINK.read(location.hash.slice(1))[name] || LINK.read(location.search)[name];
}
