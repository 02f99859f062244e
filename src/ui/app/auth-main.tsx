/** The sign-in site's entry: it stands beside the portal and speaks to the host by itself. */
import { createRoot } from 'react-dom/client';
import '../style/fonts.ts';
import '../style/base.css';
import '../parts/parts.css';
import '../account/auth.css';
import { installTrustedTypes } from '../data/trusted-types.ts';
import { DemoBanner } from '../parts/demo-banner.tsx';
import { startTexts } from '../text/i18n.ts';
import { localeOf } from '../text/locale.ts';
import { writeNumbersBy } from '../text/numbers.ts';
import { AuthSite } from './auth-site.tsx';

installTrustedTypes();
await startTexts();
writeNumbersBy(localeOf(navigator.language, ...navigator.languages));

const root = document.getElementById('root');
if (root === null) throw new TypeError('The page has no root.');
createRoot(root).render(
  <>
    <AuthSite />
    <DemoBanner />
  </>,
);
