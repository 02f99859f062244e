/**
 * Keeps the built portal, so that it opens at once and without the network. It never touches the API:
 * the rows are the shared worker's to keep.
 */
export {};

declare const self: ServiceWorkerGlobalScope;
/** Filled in by the build: the files of the portal, those that its first page asks for, and a hash over their names. */
declare const __PORTAL__: {
  readonly hash: string;
  readonly files: readonly string[];
  readonly first: readonly string[];
};
declare global {
  interface ExtendableEvent {
    /** Chromium's: what the browser looks for in this cache by itself, and asks the network for where it is not there. */
    addRoutes?(rule: {
      readonly condition: { readonly or: readonly { readonly urlPattern: { pathname: string } }[] };
      readonly source: { readonly cacheName: string };
    }): Promise<void>;
  }
}

const { hash, files, first } = __PORTAL__;
const PREFIX = 'muster-portal-';
const CACHE = PREFIX + hash;
const PAGE = '/';

self.addEventListener('install', (event) => {
  // The first files need no word with this script, which other pages keep busy. A browser compares each request with
  // each of these one after the other: for all files that took longer than the word.
  const or = first.map((pathname) => ({ urlPattern: { pathname } }));
  event.addRoutes?.({ condition: { or }, source: { cacheName: CACHE } }).catch(reportError);
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll([PAGE, ...files]);
      await self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      // Tabs that are open still load parts of the build before this one.
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).slice(0, -1);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPortalPage(url.pathname)) event.respondWith(kept(PAGE, request));
  } else if (url.pathname.startsWith('/assets/') || files.includes(url.pathname)) {
    event.respondWith(kept(request, request));
  }
});

/** The sign-in site and the API's pages are not the portal's. */
function isPortalPage(path: string): boolean {
  return !/^\/(auth|docs|app|connect|metrics|healthz|readyz)(\/|$)|\.[a-z0-9]+$/i.test(path);
}

/** From this build's files, else from those of the build before, else from the host. */
async function kept(key: string | Request, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(key)) ?? (await caches.match(key)) ?? fetch(request);
}
