/** The answer to A2S_INFO. */
import { ANSWER_TYPE } from './packet.ts';
import { ByteReader } from './reader.ts';

export interface ServerInfo {
  readonly protocol: number;
  readonly name: string;
  readonly map: string;
  /** The game's folder: 'dayz', 'Arma3', 'arma2arrowpc', 'rust'. */
  readonly folder: string;
  readonly game: string;
  /** The low 24 bits of the game id where it is sent, else the 16-bit field. */
  readonly appId: number;
  /** A byte on the wire: counts over 255 are wrapped, and community servers pad them. */
  readonly players: number;
  readonly slots: number;
  readonly bots: number;
  readonly serverType: string;
  readonly environment: string;
  readonly passwordProtected: boolean;
  readonly vac: boolean;
  readonly version: string;
  readonly gamePort: number | null;
  readonly serverSteamId: string | null;
  readonly keywords: string;
}

const HAS = { port: 0x80, steamId: 0x10, tv: 0x40, keywords: 0x20, gameId: 0x01 } as const;

/** Reads an answer (type byte and body); null where it is none or is cut short. */
export function parseInfo(answer: Uint8Array): ServerInfo | null {
  const reader = new ByteReader(answer);
  if (reader.u8() !== ANSWER_TYPE.info) return null;
  const base = {
    protocol: reader.u8(),
    name: reader.text(),
    map: reader.text(),
    folder: reader.text(),
    game: reader.text(),
  };
  const shortAppId = reader.u16();
  const counts = { players: reader.u8(), slots: reader.u8(), bots: reader.u8() };
  const serverType = String.fromCharCode(reader.u8());
  const environment = String.fromCharCode(reader.u8());
  const passwordProtected = reader.u8() === 1;
  const vac = reader.u8() === 1;
  const version = reader.text();
  const extra = reader.left > 0 ? reader.u8() : 0;
  const gamePort = extra & HAS.port ? reader.u16() : null;
  const serverSteamId = extra & HAS.steamId ? reader.u64().toString() : null;
  if (extra & HAS.tv) {
    reader.u16();
    reader.text();
  }
  const keywords = extra & HAS.keywords ? reader.text() : '';
  const appId = extra & HAS.gameId ? Number(reader.u64() & 0xff_ffffn) : shortAppId;
  if (reader.overrun) return null;
  return {
    ...base,
    ...counts,
    appId,
    serverType,
    environment,
    passwordProtected,
    vac,
    version,
    gamePort,
    serverSteamId,
    keywords,
  };
}
