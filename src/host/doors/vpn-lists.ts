/**
 * Which addresses are of data centres and VPNs, by the lists of whoever runs Muster: networks, and numbers of networks (ASN), which a
 * database of MaxMind's form tells by address. Files are read when somebody asks first, and again once they are others.
 */
import { readFile, stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';
import {
  keysOfAddress,
  keysOfPattern,
  parseAddress,
  parsePattern,
} from '../../domain/bans/address.ts';
import type { VpnState } from '../../protocol/modules/calls.ts';
import type { Logger } from '../logger.ts';
import { byAddress } from './by-address.ts';

/** Of a list that has more bytes, lines or keys than these nothing is read: a part of it would pass for the whole. */
const BYTES_MAX = 16_777_216;
const LINES_MAX = 300_000;
const KEYS_MAX = 2_000_000;
/** So many lines are read before others have their turn. */
const AT_ONCE = 500;
/** Whether a file is another is asked at most so often, ms. */
const LOOK_AGAIN = 60_000;

const system = z.object({ autonomous_system_number: z.int() });

/** A list as it was read. */
interface List {
  /** What was said of a network, by its key. */
  readonly networks: ReadonlyMap<string, string>;
  readonly systems: ReadonlySet<number>;
  readonly state: NonNullable<VpnState['list']>;
}

/** A file, as what it was read to, and from when it is. */
class Kept<T> {
  readonly #path: string | undefined;
  readonly #read: (path: string, at: number) => Promise<T>;
  readonly #log: Pick<Logger, 'error'>;
  #at: number | null = null;
  #looked = Number.NEGATIVE_INFINITY;
  #value: Promise<T | null> = Promise.resolve(null);

  constructor(
    path: string | undefined,
    read: (path: string, at: number) => Promise<T>,
    log: Pick<Logger, 'error'>,
  ) {
    this.#path = path;
    this.#read = read;
    this.#log = log;
  }

  /** null: there is none, or it cannot be read. */
  async get(now: number): Promise<T | null> {
    const path = this.#path;
    if (path === undefined || now - this.#looked < LOOK_AGAIN) return this.#value;
    this.#looked = now;
    const before = this.#value;
    this.#value = this.#renewed(path, before);
    return this.#value;
  }

  /** What was read stays until another file can be. */
  async #renewed(path: string, before: Promise<T | null>): Promise<T | null> {
    try {
      const at = Math.floor((await stat(path)).mtimeMs);
      if (at === this.#at) return await before;
      const value = await this.#read(path, at);
      this.#at = at;
      return value;
    } catch (error) {
      this.#log.error({ err: error, path }, 'a file of network data cannot be read');
      return before;
    }
  }
}

export class VpnLists {
  readonly #isSet: boolean;
  readonly #clock: () => number;
  readonly #list: Kept<List>;
  readonly #systems: Kept<Reader<Response>>;

  constructor(
    files: { readonly list: string | undefined; readonly systems: string | undefined },
    { log, clock }: { readonly log: Pick<Logger, 'error'>; readonly clock: () => number },
  ) {
    this.#isSet = files.list !== undefined;
    this.#clock = clock;
    this.#list = new Kept(files.list, readList, log);
    this.#systems = new Kept(files.systems, readSystems, log);
  }

  /** What of the list an address lies in; null: nothing that is known. */
  async find(text: string | null): Promise<string | null> {
    const address = text === null ? null : parseAddress(text);
    const list = address === null ? null : await this.#list.get(this.#clock());
    if (address === null || list === null || text === null) return null;
    for (const key of keysOfAddress(address)) {
      const found = list.networks.get(key);
      if (found !== undefined) return found;
    }
    if (list.systems.size === 0) return null;
    const reader = await this.#systems.get(this.#clock());
    const { data } = system.safeParse(reader === null ? null : byAddress(reader, text));
    const number = data?.autonomous_system_number;
    return number !== undefined && list.systems.has(number) ? `AS${number}` : null;
  }

  async state(): Promise<VpnState> {
    const list = await this.#list.get(this.#clock());
    const reader = await this.#systems.get(this.#clock());
    return {
      set: this.#isSet,
      list: list?.state ?? null,
      systems_at: reader?.metadata.buildEpoch.getTime() ?? null,
    };
  }
}

async function readList(path: string, at: number): Promise<List> {
  if ((await stat(path)).size > BYTES_MAX) throw new Error('The list is larger than 16 MB.');
  const lines = (await readFile(path, 'utf8')).split('\n', LINES_MAX + 1);
  if (lines.length > LINES_MAX) throw new Error(`The list has more than ${LINES_MAX} lines.`);
  const networks = new Map<string, string>();
  const systems = new Set<number>();
  let [count, left] = [0, 0];
  for (const [index, whole] of lines.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await turn();
    const line = whole.replace(/[#;].*/, '').trim();
    if (line === '') continue;
    const number = /^AS(\d{1,10})$/i.exec(line)?.[1];
    const pattern = number === undefined ? parsePattern(line) : null;
    if (number !== undefined) systems.add(Number(number));
    else if (pattern === null || typeof pattern === 'string') left += 1;
    else {
      count += 1;
      for (const key of keysOfPattern(pattern)) networks.set(key, line);
      if (networks.size > KEYS_MAX) throw new Error('The list has too many ranges.');
    }
  }
  return { networks, systems, state: { at, networks: count, systems: systems.size, left } };
}

async function readSystems(path: string): Promise<Reader<Response>> {
  return new Reader<Response>(await readFile(path));
}
