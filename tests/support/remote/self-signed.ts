/** A certificate that nobody but itself signed (X.509 v1 in DER), for a server of a test. */
import { generateKeyPairSync, sign } from 'node:crypto';

export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaSha256 = seq(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const commonName = seq(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)));
  const named = seq(der(0x31, commonName));
  const lasts = seq(utc('240101000000Z'), utc('490101000000Z'));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = seq(der(0x02, Buffer.of(1)), ecdsaSha256, named, lasts, named, spki);
  const signature = sign('sha256', body, privateKey);
  const whole = seq(body, ecdsaSha256, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const seq = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const utc = (text: string) => der(0x17, Buffer.from(text));
