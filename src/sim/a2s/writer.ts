/** Builds a Steam query answer: little-endian numbers and NUL-terminated UTF-8. */
export class AnswerWriter {
  readonly #parts: Buffer[] = [];

  byte(value: number): this {
    this.#parts.push(Buffer.of(value & 0xff));
    return this;
  }

  uint16(value: number): this {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value & 0xffff);
    this.#parts.push(bytes);
    return this;
  }

  int32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value | 0);
    this.#parts.push(bytes);
    return this;
  }

  uint64(value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    this.#parts.push(bytes);
    return this;
  }

  float(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    this.#parts.push(bytes);
    return this;
  }

  text(value: string): this {
    this.#parts.push(Buffer.from(value.replaceAll('\0', '')), Buffer.of(0));
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#parts.push(Buffer.from(value));
    return this;
  }

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
