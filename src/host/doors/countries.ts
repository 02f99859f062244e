/**
 * Tells by an address which country it is of: from the file of an operator, or from the one that Muster comes with. It is read when
 * somebody asks first, and held as it is: 8 MB.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';
import { COUNTRY } from '../../protocol/modules/countries.ts';
import type { Logger } from '../logger.ts';
import { byAddress } from './by-address.ts';

/** As the data of Muster has it, or as MaxMind's and DB-IP's do. */
const found = z.union([
  z.object({ country_code: z.string() }).transform(({ country_code }) => country_code),
  z
    .object({ country: z.object({ iso_code: z.string() }) })
    .transform(({ country }) => country.iso_code),
]);

export class Countries {
  readonly #file: string | undefined;
  readonly #log: Pick<Logger, 'error'>;
  #reading: Promise<Reader<Response> | null> | undefined;

  /** `file`: the operator's own, a database of MaxMind's form. */
  constructor(file: string | undefined, log: Pick<Logger, 'error'>) {
    this.#file = file;
    this.#log = log;
  }

  /** The code of the country; null where it is not known. */
  async of(address: string | null): Promise<string | null> {
    const reader = address === null ? null : await this.#read();
    if (reader === null || address === null) return null;
    const { data: code = '' } = found.safeParse(byAddress(reader, address));
    return COUNTRY.includes(code) ? code : null;
  }

  /** From when the data is; null: there is none that can be read. */
  async state(): Promise<{ readonly built_at: number | null; readonly own: boolean }> {
    const reader = await this.#read();
    return {
      built_at: reader?.metadata.buildEpoch.getTime() ?? null,
      own: this.#file !== undefined,
    };
  }

  #read(): Promise<Reader<Response> | null> {
    this.#reading ??= this.#open().catch((error: unknown) => {
      this.#log.error({ err: error }, 'nobody is told apart by country: its data cannot be read');
      return null;
    });
    return this.#reading;
  }

  async #open(): Promise<Reader<Response>> {
    const packaged = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
    const file = this.#file ?? createRequire(import.meta.url).resolve(packaged);
    return new Reader<Response>(await readFile(file));
  }
}
