import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceKind } from './evidence-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const rest = fc.uint8Array({ maxLength: 64 });
const joined = (...parts: readonly Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

describe('what a file is', () => {
  it.each([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x00\x00\x00\x00WEBP'],
    ['mp4', '\x00\x00\x00\x20ftypisom'],
    ['webm', '\x1a\x45\xdf\xa3'],
  ])('is %s by its first bytes, whatever comes behind', (kind, sign) => {
    fc.assert(fc.property(rest, (behind) => evidenceKind(joined(bytes(sign), behind)) === kind));
  });

  it('is a text where it can be read as one', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\p{L}\d][\p{L}\d \t\r\n:;,.!?<>-]*$/u),
        (text) => evidenceKind(new TextEncoder().encode(text)) === 'text',
      ),
    );
  });

  it.each([
    ['a page', '<html><script>'],
    ['a drawing that runs scripts', '  <svg xmlns="">'],
    ['a program', 'MZ\x90\x00\x03'],
    ['a script', '#!/bin/sh'],
    ['an archive', 'PK\x03\x04'],
    ['another RIFF', 'XIFF\x00\x00\x00\x00WEBP'],
    ['a wrong encoding', 'caf\xe9'],
    ['blanks alone', ' \n'],
    ['nothing', ''],
  ])('is nothing that is kept: %s', (_, text) => {
    expect(evidenceKind(bytes(text))).toBeNull();
  });
});
