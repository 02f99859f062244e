import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parseStream, presenceOf } from '../../protocol/streams.ts';
import { SAFE_WORDS } from './safe-words.ts';

const MOST_REMEMBERED = 50_000;

/**
 * Names for what must not be told: the same for the same thing throughout, and nobody can tell from one
 * what it stands for. They are made with a key that is used for one recording and then forgotten, so that
 * nothing has to be kept however long the recording is. What is empty stays empty.
 */
export class Pseudonyms {
  readonly #key: string;
  readonly #made = new Map<string, string>();

  /** `key`: random, at least 16 characters, never written down. */
  constructor(key: string) {
    this.#key = key;
  }

  /** 24 hexadecimal characters, as ids are. */
  id(id: string): string {
    return this.#digest('id', id).slice(0, 24);
  }

  guid(guid: string): string {
    return this.#digest('guid', guid).slice(0, 32);
  }

  /** Of a person, wherever the name stands. */
  name(name: string): string {
    return name === '' ? '' : `Player ${this.#short('name', name)}`;
  }

  server(identifier: string): string {
    return identifier === '' ? '' : `Server ${this.#short('server', identifier)}`;
  }

  /** An address of the private range 10.0.0.0/8. */
  address(address: string): string {
    if (address === '') return '';
    const digits = this.#digest('address', address);
    const part = (from: number): number => Number.parseInt(digits.slice(from, from + 2), 16);
    return `10.${part(0)}.${part(2)}.${part(4)}`;
  }

  email(email: string): string {
    return email === '' ? '' : `person-${this.#short('email', email)}@example.org`;
  }

  steamId(id: string): string {
    if (id === '') return '';
    const number = Number.parseInt(this.#digest('steam', id).slice(0, 12), 16) % 10 ** 10;
    return `7656119${String(number).padStart(10, '0')}`;
  }

  /** Words that the software itself made stay; any other text goes. */
  text(text: string): string {
    return text === '' || SAFE_WORDS.has(text) ? text : `text ${this.#short('text', text)}`;
  }

  /** The name of a stream, with the id in it replaced. */
  stream(stream: string): string {
    const name = parseStream(stream);
    if (name?.resource === 'account') return `account/${this.id(name.id)}`;
    if (name?.resource === 'own') return `account/${this.id(name.id)}/${name.audience}`;
    if (name !== null) return `${name.resource}/${this.id(name.id)}/${name.audience}`;
    const presence = presenceOf(stream);
    if (presence !== null) return `server/${this.id(presence)}/presence`;
    return `unknown/${this.#short('stream', stream)}`;
  }

  #short(kind: string, value: string): string {
    return this.#digest(kind, value).slice(0, 8);
  }

  #digest(kind: string, value: string): string {
    const known = `${kind}/${value}`;
    const made = this.#made.get(known);
    if (made !== undefined) return made;
    const digest = bytesToHex(sha256(utf8ToBytes(`${this.#key}/${known}`)));
    if (this.#made.size >= MOST_REMEMBERED) this.#made.clear();
    this.#made.set(known, digest);
    return digest;
  }
}
