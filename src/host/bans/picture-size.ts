/** How large a picture says that it is, by its own header: what it unpacks to is bounded before anybody unpacks it. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** null: it is no PNG, JPEG or WebP, or does not say. */
export function pictureSize(bytes: Uint8Array): Size | null {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (starts(picture, '\x89PNG\r\n\x1a\n')) return ofPng(picture);
    if (starts(picture, '\xff\xd8\xff')) return ofJpeg(picture);
    if (starts(picture, 'RIFF') && starts(picture.subarray(8), 'WEBP')) return ofWebp(picture);
  } catch (error) {
    // It ends within its header.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

function starts(picture: Buffer, sign: string): boolean {
  return picture.subarray(0, sign.length).toString('latin1') === sign;
}

function ofPng(picture: Buffer): Size | null {
  if (picture.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

/** No picture has these before its frame, and what follows them is read in another way by other readers. */
const hasNoLength = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** In the segment that begins its frame. */
function ofJpeg(picture: Buffer): Size | null {
  for (let at = 2; picture.readUInt8(at) === 0xff; at += 2 + picture.readUInt16BE(at + 2)) {
    while (picture.readUInt8(at + 1) === 0xff) at += 1;
    const marker = picture.readUInt8(at + 1);
    if (hasNoLength(marker)) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { width: picture.readUInt16BE(at + 7), height: picture.readUInt16BE(at + 5) };
  }
  return null;
}

function ofWebp(picture: Buffer): Size | null {
  switch (picture.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        width: picture.readUInt16LE(26) & 0x3fff,
        height: picture.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const bits = picture.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: picture.readUIntLE(24, 3) + 1, height: picture.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
