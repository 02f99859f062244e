import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { systemErrorCode } from '../store/embedded/errors.ts';
import { HostError } from '../calls/host-error.ts';
import type { HttpSettings } from '../calls/deps.ts';
import { answerNotFound } from './problems.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Everything else is asked for again each time, and answered 304 while it is the same. */
const REVALIDATE = 'no-cache';
const BUILD_HASH_LENGTH = 24;

/** What the pages say of their host. */
interface PortalSettings extends Pick<HttpSettings, 'apiOrigin' | 'demo'> {
  /** It plays a recording. */
  readonly replay?: boolean;
}

/** Paths that are never a page of the portal. */
const RESERVED = ['/app/', '/connect', '/assets/', '/.'];

/**
 * The built portal in `folder`: its files, `auth.html` for `/auth` and below, `index.html` for every other
 * page (the portal knows its own unknown paths), and `/version.json` with the hash of the build. Files with
 * a hash in their name never change; what asks for a page gets one, and nothing else does. Where the API
 * has an origin of its own, the pages name it: `<meta name="muster-api" content="https://…">`. Those of a
 * demo say that they are: `<meta name="muster-demo" content="">`, with the address that it was started from; those
 * of a recording that is played: `<meta name="muster-replay" content="">`.
 */
export async function registerPortal(
  app: FastifyInstance,
  folder: string,
  settings: PortalSettings,
): Promise<void> {
  const metas = metasOf(settings);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.startsWith(join(folder, 'assets')) ? IMMUTABLE : REVALIDATE,
      );
    },
  });
  app.get('/version.json', { schema: { hide: true } }, async (_request, reply) => {
    const hash = await buildHash(folder);
    if (hash === null) throw notBuilt();
    return reply.header('cache-control', 'no-store').send({ hash });
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, folder, 'index.html', metas),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const asksForPage = request.method === 'GET' || request.method === 'HEAD';
    if (!asksForPage || !isPage(path)) {
      return answerNotFound(reply);
    }
    const page = /^\/auth(\/|$)/.test(path) ? 'auth.html' : 'index.html';
    return sendPage(reply, folder, page, metas);
  });
}

/** The hash of a build: of its two pages, which name all their files by hash. null: nothing is built. */
export async function buildHash(folder: string): Promise<string | null> {
  const hash = createHash('sha256');
  for (const name of ['index.html', 'auth.html'] as const) {
    const page = await readPage(folder, name);
    if (page === null) return null;
    hash.update(page);
  }
  return hash.digest('hex').slice(0, BUILD_HASH_LENGTH);
}

function isPage(path: string): boolean {
  if (RESERVED.some((prefix) => path.startsWith(prefix))) return false;
  return !/\.[a-z0-9]{1,8}$/i.test(path);
}

async function sendPage(
  reply: FastifyReply,
  folder: string,
  name: 'index.html' | 'auth.html',
  metas: string,
): Promise<FastifyReply> {
  const html = await readPage(folder, name);
  if (html === null) throw notBuilt();
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', REVALIDATE)
    .send(metas === '' ? html : withMetas(html.toString('utf8'), metas));
}

/** Both are origins, which have no character that HTML would read otherwise. */
function metasOf({ apiOrigin, demo, replay = false }: PortalSettings): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
  return [
    apiOrigin === undefined ? '' : meta('muster-api', apiOrigin),
    demo === null ? '' : meta('muster-demo', demo.back ?? ''),
    replay ? meta('muster-replay', '') : '',
  ].join('');
}

function withMetas(html: string, metas: string): string {
  return html.replace(/<head[^>]*>/i, (head) => head + metas);
}

async function readPage(folder: string, name: string): Promise<Buffer | null> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function notBuilt(): HostError {
  return new HostError('service-unavailable', 'The portal is not built. Run npm run build.');
}
