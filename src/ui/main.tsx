/** The portal's entry. */
import { createRoot } from 'react-dom/client';
import './style/fonts.ts';
import './style/base.css';
import './parts/parts.css';
import './frame/frame.css';
import { connect } from './data/connect.ts';
import { installTrustedTypes } from './data/trusted-types.ts';
import { ConnectionContext } from './data/use-view.ts';
import { App } from './frame/app.tsx';
import { DemoBanner } from './parts/demo-banner.tsx';
import { startClock } from './parts/clock.ts';
import { registerServiceWorker } from './service-worker/register.ts';
import { startTexts } from './text/i18n.ts';

installTrustedTypes();
registerServiceWorker();
startClock();
const connection = connect();
await startTexts();

const root = document.getElementById('root');
if (root === null) throw new TypeError('The page has no root.');
createRoot(root).render(
  <ConnectionContext value={connection}>
    <App />
    <DemoBanner />
  </ConnectionContext>,
);
