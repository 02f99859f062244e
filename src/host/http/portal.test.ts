import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, TestBrowser, type TestDeps } from '../../../tests/support/host.ts';
import { problem } from '../../protocol/problem.ts';
import { createApp } from './app.ts';

let test: TestDeps;
let app: FastifyInstance;
let folder: string;
let browser: TestBrowser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-portal-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>portal</title>');
  await writeFile(join(folder, 'auth.html'), '<title>sign in</title>');
  await writeFile(join(folder, 'sw.js'), '// service worker');
  await writeFile(join(folder, 'assets', 'main-1a2b3c.js'), '// main');
  test = await createTestDeps();
  app = await createApp(test.deps, { portalDir: folder });
  await app.ready();
  browser = new TestBrowser(app);
});

afterAll(async () => {
  await app.close();
  await test.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['/', 'portal'],
  ['/dashboard', 'portal'],
  ['/server/0123456789abcdef01234567/overview?tab=1', 'portal'],
  ['/nowhere', 'portal'],
  ['/auth', 'sign in'],
  ['/auth/reset', 'sign in'],
  ['/authorize/1', 'portal'],
])('answers %s with the page "%s"', async (path, title) => {
  const answer = await browser.get(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain(`<title>${title}</title>`);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

it.each([
  '/app/v1/nothing',
  '/assets/gone-000000.js',
  '/missing.js',
  '/connect',
  '/assets/..%2f..%2fsecret',
  '/..%2f..%2fetc/passwd',
])('answers %s with a problem, never with a page', async (path) => {
  const answer = await browser.get(path);
  expect(problem.parse(answer.json()).code).toMatch(/^(not-found|invalid-request)$/);
});

it('lets files with a hash in their name be kept for ever, and no others', async () => {
  const asset = await browser.get('/assets/main-1a2b3c.js');
  expect(asset.headers['cache-control']).toContain('immutable');
  expect(asset.headers['content-type']).toContain('javascript');
  expect((await browser.get('/sw.js')).headers['cache-control']).toBe('no-cache');
});

it('tells the hash of the build, which changes with a new one', async () => {
  const first = await browser.get('/version.json?t=1');
  expect(first.headers['cache-control']).toBe('no-store');
  await writeFile(join(folder, 'index.html'), '<title>portal</title><!-- new -->');
  const second = await browser.get('/version.json?t=2');
  const hashes = [first, second].map((answer) => answer.json<{ hash: string }>().hash);
  expect(new Set(hashes).size).toBe(2);
  expect(hashes[0]).toMatch(/^[0-9a-f]{24}$/);
});

it('says in its pages that it is a demo, and where that was started from', async () => {
  const demo = await createTestDeps({ demo: { back: 'http://127.0.0.1:7070' } });
  const other = await createApp(demo.deps, { portalDir: folder });
  const meta = '<head><meta name="muster-demo" content="http://127.0.0.1:7070">';
  await writeFile(join(folder, 'auth.html'), '<head></head>');
  expect((await new TestBrowser(other).get('/auth')).body).toContain(meta);
  expect((await browser.get('/auth')).body).not.toContain('muster-demo');
  await other.close();
  await demo.close();
});
