import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../calls/handler.ts';

/** What somebody uploaded is nothing that a browser should show. */
export const FILE_TYPE = 'application/octet-stream';

/** Sends a file as its parts are read: compressed as they are kept, or unpacked for whoever takes no gzip. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, packed, parts }: Download,
): FastifyReply {
  reply
    .type(FILE_TYPE)
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded(name)}`)
    .header('vary', 'accept-encoding');
  const kept = Readable.from(parts);
  if (takesGzip(request.headers['accept-encoding'])) {
    return reply.header('content-encoding', 'gzip').header('content-length', packed).send(kept);
  }
  const unpacked = createGunzip();
  kept.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => kept.destroy());
  return reply.header('content-length', bytes).send(kept.pipe(unpacked));
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return [accepted ?? []]
    .flat()
    .join()
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9])[\d.]*\s*)?$/.test(one));
}

/** As RFC 8187 has it. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
