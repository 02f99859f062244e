/** Which build of the portal runs here, and which one the host has. */

const PAGE_TIMEOUT_MS = 15_000;
/** A build that takes longer to be kept is taken from the host with the reload. */
const INSTALL_TIMEOUT_MS = 60_000;

/** The script that a portal page begins with: its name has a hash over everything that it loads. */
export function entryOf(page: string): string | null {
  const tag = page.match(/<script\b[^>]*>/g)?.find((one) => one.includes('type="module"'));
  return tag?.match(/\bsrc="([^"]+)"/)?.[1] ?? null;
}

/** The entry of the build that runs in this page; null in development. */
export function ownEntry(): string | null {
  const script = document.querySelector('script[type="module"][src^="/assets/"]');
  return script?.getAttribute('src') ?? null;
}

/** The entry of the build that the host has; null where it does not answer with a page. */
export async function servedEntry(): Promise<string | null> {
  try {
    // A fetch is not a navigation: the service worker lets it through to the host.
    const answer = await fetch('/', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PAGE_TIMEOUT_MS),
    });
    return answer.ok ? entryOf(await answer.text()) : null;
  } catch (error) {
    console.warn('The host could not be asked for its build.', error);
    return null;
  }
}

/** Has the service worker keep the host's build, so that the reload begins with it and not the old one. */
export async function keepServedBuild(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration === undefined) return;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (next === null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, INSTALL_TIMEOUT_MS);
    const changed = () => {
      if (next.state !== 'activated' && next.state !== 'redundant') return;
      clearTimeout(timer);
      next.removeEventListener('statechange', changed);
      resolve();
    };
    next.addEventListener('statechange', changed);
    changed();
  });
}
