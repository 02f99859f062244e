/** Registers the worker that keeps the built portal, so that it opens without the network. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch((error: unknown) => {
      console.warn('The portal will not open without the network.', error);
    });
}
