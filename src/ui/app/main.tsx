/** The portal's entry. */
import { connection } from './start.ts';
import { createRoot } from 'react-dom/client';
import '../style/fonts.ts';
import '../style/base.css';
import '../parts/parts.css';
import '../shell/frame/frame.css';
import { startClock } from '../data/clock.ts';
import { ConnectionContext } from '../data/use-view.ts';
import { DemoBanner } from '../parts/demo-banner.tsx';
import { idleAfter, whenIdle } from '../parts/when-idle.ts';
import { ServedReplay } from '../replay/served-replay.tsx';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { localeOf } from '../text/locale.ts';
import { writeNumbersBy } from '../text/numbers.ts';
import { App } from './app.tsx';

/** The first render waits so long for the rows that were asked for ahead. */
const PATIENCE_MS = 50;
/** What nobody looks at yet is loaded once those rows are there, or after this. */
const IDLE_MS = 2_000;

registerServiceWorker();
startClock();
await startTexts();
writeNumbersBy(localeOf(navigator.language, ...navigator.languages));
const within = (ms: number) =>
  Promise.race([connection.arrived, new Promise((resolve) => setTimeout(resolve, ms))]);
idleAfter(within(IDLE_MS));
await within(PATIENCE_MS);

const root = document.getElementById('root');
if (root === null) throw new TypeError('The page has no root.');
createRoot(root).render(
  <ConnectionContext value={connection}>
    <App />
    <DemoBanner />
    <ServedReplay />
  </ConnectionContext>,
);

whenIdle().then(loadTexts).catch(reportError);

/** Registers the worker that keeps the built portal, so that it opens without the network. */
function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch((error: unknown) => {
      console.warn('The portal will not open without the network.', error);
    });
}
