/**
 * Reads little-endian values from a datagram. Reading past the end answers zeros and empty strings and
 * sets `overrun`: the caller looks once, at the end, whether what it read was there.
 */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;
  #overrun = false;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get overrun(): boolean {
    return this.#overrun;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  u8(): number {
    return this.bytes(1)[0] ?? 0;
  }

  u16(): number {
    const bytes = this.bytes(2);
    return bytes.length === 2 ? bytes.readUInt16LE() : 0;
  }

  u32(): number {
    const bytes = this.bytes(4);
    return bytes.length === 4 ? bytes.readUInt32LE() : 0;
  }

  i32(): number {
    return this.u32() | 0;
  }

  u64(): bigint {
    const bytes = this.bytes(8);
    return bytes.length === 8 ? bytes.readBigUInt64LE() : 0n;
  }

  f32(): number {
    const bytes = this.bytes(4);
    return bytes.length === 4 ? bytes.readFloatLE() : 0;
  }

  bytes(count: number): Buffer {
    if (this.left < count) {
      this.#overrun = true;
      this.#at = this.#bytes.length;
      return Buffer.alloc(0);
    }
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Bytes up to a NUL, which is consumed. */
  terminated(): Buffer {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) return this.bytes(this.left + 1);
    const bytes = this.bytes(end - this.#at);
    this.#at = end + 1;
    return bytes;
  }

  /** UTF-8 text up to a NUL. */
  text(): string {
    return this.terminated().toString('utf8');
  }
}
