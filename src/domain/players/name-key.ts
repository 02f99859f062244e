import { cut } from '../resources/keys.ts';
import { LOOKS_LIKE } from './alike.ts';

/** Of a longer name the beginning is found. */
export const NAME_KEY_MAX = 128;

/** What people write for a letter that is not of another script: figures, signs, small capitals, letters with a stroke. */
const WRITTEN_FOR: Readonly<Record<string, string>> = {
  ...pairs('4@', 'a'),
  ...pairs('3€', 'e'),
  ...pairs('7', 't'),
  ...pairs('8', 'b'),
  ...pairs('69ɡ', 'g'),
  ...pairs('$', 's'),
  ...pairs('2', 'z'),
  ...pairs('łı', 'i'),
  ...pairs('ø', 'o'),
  ...pairs('đð', 'd'),
  ...pairs('ħ', 'h'),
  ...pairs('ŧ', 't'),
  ...pairs('æ', 'ae'),
  ...pairs('œ', 'oe'),
  ...pairs('ß', 'ss'),
  ...pairs('ς', 'o'),
  ...pairs('һ', 'h'),
  ...pairs('ԁ', 'd'),
  ...pairs('ԛ', 'q'),
  ...pairs('ԝѡ', 'w'),
  ...Object.fromEntries(
    Array.from('ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀsᴛᴜᴠᴡxʏᴢ', (letter, at) => {
      const plain = 'abcdefghijklmnopqrstuvwxyz'.charAt(at);
      return [letter, plain === 'l' ? 'i' : plain];
    }),
  ),
};

function pairs(letters: string, like: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, like]));
}

const NOTHING_SHOWN = /[\p{Surrogate}\p{Mark}\p{Default_Ignorable_Code_Point}]/gu;
const LETTER = /[\p{Letter}\p{Number}]/u;

/**
 * What a name is found by, and what is typed to find it: case, accents, what shows nothing, figures that stand for letters
 * and letters of other scripts that look like Latin ones make no difference, and signs part words. Each character has its
 * own, so a part of a name has a part of the key. Of a name of signs alone the key is what is left of these.
 */
export function nameKey(name: string, most = NAME_KEY_MAX): string {
  const plain = name.normalize('NFKD').replace(NOTHING_SHOWN, '').toLowerCase();
  // Some small letters decompose once more.
  const letters = Array.from(plain.normalize('NFKD').replace(NOTHING_SHOWN, ''), (letter) => {
    const like = WRITTEN_FOR[letter] ?? LOOKS_LIKE[letter];
    return like ?? (LETTER.test(letter) ? letter : ' ');
  }).join('');
  const key = spaced(letters);
  return cut(key === '' ? spaced(plain) : key, most).trim();
}

function spaced(text: string): string {
  return text.replace(/[\s\0]+/gu, ' ').trim();
}
