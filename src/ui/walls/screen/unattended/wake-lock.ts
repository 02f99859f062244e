/** `missing`: this browser, or a page without TLS, can't keep the screen awake. */
export type WakeState = 'held' | 'waiting' | 'missing';

/** A browser that refused (a low battery, a hidden page) is asked again after so long. */
const ASK_AGAIN_MS = 30_000;

/** Keeps the screen awake while the page is seen; the browser takes the lock away whenever it is hidden. */
export function keepAwake(told: (state: WakeState) => void): () => void {
  if (navigator.wakeLock === undefined) {
    told('missing');
    return () => {};
  }
  let held: WakeLockSentinel | null = null;
  let asking = false;
  let stopped = false;
  const ask = async () => {
    if (stopped || asking || held !== null || document.visibilityState !== 'visible') return;
    asking = true;
    try {
      const lock = await navigator.wakeLock.request('screen');
      if (stopped) {
        await lock.release();
        return;
      }
      held = lock;
      told('held');
      lock.addEventListener('release', () => {
        held = null;
        if (!stopped) told('waiting');
      });
    } catch (error) {
      console.warn('The screen cannot be kept awake now.', error);
      told('waiting');
    } finally {
      asking = false;
    }
  };
  void ask();
  const again = () => void ask();
  const timer = setInterval(again, ASK_AGAIN_MS);
  document.addEventListener('visibilitychange', again);
  return () => {
    stopped = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
    held?.release().catch(reportError);
  };
}
