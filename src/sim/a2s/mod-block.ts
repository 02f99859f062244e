import { createHash } from 'node:crypto';
import { SIM_GAMES, type SimGame } from '../games.ts';
import type { SimMod } from './view.ts';
import { AnswerWriter } from './writer.ts';

const BLOCK_BYTES = 124;

/** The values of the packed rules that list mods, to be numbered from 1; only DayZ and ArmA 3 have them. */
export function modBlock(game: SimGame, mods: readonly SimMod[]): readonly Buffer[] {
  const { query } = SIM_GAMES[game];
  if (query !== 'arma3' && query !== 'dayz') return [];
  const packed = escapeRules(query === 'arma3' ? arma3Payload(mods) : dayzPayload(mods));
  const blocks: Buffer[] = [];
  for (let at = 0; at < packed.length; at += BLOCK_BYTES) {
    blocks.push(packed.subarray(at, at + BLOCK_BYTES));
  }
  return blocks;
}

/** Rules are NUL-terminated, so 00, 01 and FF travel as 01 02, 01 01 and 01 03. */
export function escapeRules(bytes: Uint8Array): Buffer {
  const escaped: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x01) escaped.push(0x01, 0x01);
    else if (byte === 0x00) escaped.push(0x01, 0x02);
    else if (byte === 0xff) escaped.push(0x01, 0x03);
    else escaped.push(byte);
  }
  return Buffer.from(escaped);
}

function dayzPayload(mods: readonly SimMod[]): Buffer {
  const payload = new AnswerWriter().byte(2).byte(0).uint16(0);
  writeMods(payload, mods);
  writeTexts(payload, ['dayz', ...mods.map(({ name }) => signature(name))]);
  return payload.byte(0).finish();
}

/** Version 3, with the two bytes of difficulty that DayZ's layout lacks. */
function arma3Payload(mods: readonly SimMod[]): Buffer {
  const payload = new AnswerWriter().byte(3).byte(0).uint16(0).byte(0x89).byte(0x01);
  writeMods(payload, mods);
  writeTexts(payload, ['a3', ...mods.map(({ name }) => signature(name))]);
  return payload.finish();
}

function writeMods(payload: AnswerWriter, mods: readonly SimMod[]): void {
  payload.byte(mods.length);
  for (const mod of mods) {
    const name = Buffer.from(mod.name).subarray(0, 255);
    const hash = createHash('md5').update(name).digest().readInt32LE(0);
    payload.int32(hash).byte(4).int32(mod.workshopId).byte(name.length).bytes(name);
  }
}

function writeTexts(payload: AnswerWriter, texts: readonly string[]): void {
  payload.byte(texts.length);
  for (const text of texts) payload.byte(Buffer.byteLength(text)).bytes(Buffer.from(text));
}

function signature(name: string): string {
  return name.replaceAll(/\W+/g, '_').toLowerCase().slice(0, 32);
}
