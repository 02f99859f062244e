/** Databases of MaxMind's form that tell network numbers or countries of IPv4 networks: as little as a reader asks for. */

interface Network {
  /** The first address, and how many of its bits count. */
  readonly address: readonly [number, number, number, number];
  readonly bits: number;
}

interface System extends Network {
  readonly number: number;
}

interface CountryNetwork extends Network {
  /** Its code. */
  readonly country: string;
}

const SEPARATOR = 16;
const RECORD_BITS = 24;

function control(type: number, size: number): Buffer {
  return type > 7 ? Buffer.of(size, type - 7) : Buffer.of((type << 5) | size);
}
const text = (value: string) => Buffer.concat([control(2, value.length), Buffer.from(value)]);
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([control(6, 4), bytes]);
};
const uint16 = (value: number) =>
  Buffer.concat([control(5, 2), Buffer.of(value >> 8, value & 255)]);
const uint64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return Buffer.concat([control(9, 8), bytes]);
};
const map = (of: Readonly<Record<string, Buffer>>) =>
  Buffer.concat([
    control(7, Object.keys(of).length),
    ...Object.entries(of).flatMap(([name, value]) => [text(name), value]),
  ]);

export function asnDatabase(systems: readonly System[], builtAt: number): Buffer {
  const record = ({ number }: System) => map({ autonomous_system_number: uint32(number) });
  return database('ASN', systems, record, builtAt);
}

export function countryDatabase(networks: readonly CountryNetwork[], builtAt: number): Buffer {
  const record = ({ country }: CountryNetwork) =>
    map({ country: map({ iso_code: text(country) }) });
  return database('Country', networks, record, builtAt);
}

function database<N extends Network>(
  type: string,
  systems: readonly N[],
  recordOf: (of: N) => Buffer,
  builtAt: number,
): Buffer {
  type Node = [Node | N | null, Node | N | null];
  const nodes: Node[] = [[null, null]];
  for (const system of systems) {
    const value = system.address.reduce((all, part) => all * 256 + part, 0);
    let node = nodes[0] as Node;
    for (let at = 0; at < system.bits; at += 1) {
      const bit = Math.floor(value / 2 ** (31 - at)) % 2 === 1 ? 1 : 0;
      if (at === system.bits - 1) node[bit] = system;
      else {
        const next = node[bit];
        const made: Node = Array.isArray(next) ? next : [null, null];
        if (!Array.isArray(next)) nodes.push(made);
        node[bit] = made;
        node = made;
      }
    }
  }
  const data: Buffer[] = [];
  const offsets = new Map<N, number>();
  let size = 0;
  for (const system of systems) {
    offsets.set(system, size);
    const record = recordOf(system);
    size += record.length;
    data.push(record);
  }
  const pointer = (to: Node | N | null): number => {
    if (to === null) return nodes.length;
    if (Array.isArray(to)) return nodes.indexOf(to);
    return nodes.length + SEPARATOR + (offsets.get(to) ?? 0);
  };
  const tree = Buffer.concat(
    nodes.flat().map((to) => {
      const bytes = Buffer.alloc(RECORD_BITS / 8);
      bytes.writeUIntBE(pointer(to), 0, RECORD_BITS / 8);
      return bytes;
    }),
  );
  const metadata = map({
    node_count: uint32(nodes.length),
    record_size: uint16(RECORD_BITS),
    ip_version: uint16(4),
    database_type: text(type),
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(Math.floor(builtAt / 1_000)),
  });
  const marker = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR), ...data, marker, metadata]);
}
