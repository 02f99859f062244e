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
import { registerServiceWorker } from '../service-worker/register.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { App } from './app.tsx';

/** What was asked for ahead is rendered at once where it comes as soon as this. */
const PATIENCE_MS = 50;
/** What is not looked at comes after it, or as late as this. */
const IDLE_MS = 2_000;

registerServiceWorker();
startClock();
await startTexts();
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
