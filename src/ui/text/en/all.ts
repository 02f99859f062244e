/** The English texts, a namespace for each feature. */
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { frame } from './frame.ts';
import { server } from './server.ts';

/** What the dashboard needs, and what is said around every page. */
export const FIRST_TEXTS = { common, dashboard, frame, server } as const;

/** What is loaded when a page that says it is opened, or when there is nothing more urgent to do; each is named as in its file. */
export const LATER_TEXTS = {
  addServer: () => import('./add-server.ts'),
  auth: () => import('./auth.ts'),
  bans: () => import('./bans.ts'),
  banImport: () => import('./ban-import.ts'),
  because: () => import('./because.ts'),
  buckets: () => import('./buckets.ts'),
  commands: () => import('./commands.ts'),
  charts: () => import('./charts.ts'),
  consoles: () => import('./consoles.ts'),
  errors: () => import('./errors.ts'),
  federation: () => import('./federation.ts'),
  files: () => import('./files.ts'),
  forms: () => import('./forms.ts'),
  groups: () => import('./groups.ts'),
  history: () => import('./history.ts'),
  inspector: () => import('./inspector.ts'),
  invitations: () => import('./invitations.ts'),
  keeping: () => import('./keeping.ts'),
  many: () => import('./many.ts'),
  modules: () => import('./modules.ts'),
  nav: () => import('./nav.ts'),
  notes: () => import('./notes.ts'),
  pages: () => import('./pages.ts'),
  past: () => import('./past.ts'),
  plans: () => import('./plans.ts'),
  palette: () => import('./palette.ts'),
  persons: () => import('./persons.ts'),
  players: () => import('./players.ts'),
  queueSync: () => import('./queue-sync.ts'),
  replay: () => import('./replay.ts'),
  rights: () => import('./rights.ts'),
  savedViews: () => import('./saved-views.ts'),
  schedules: () => import('./schedules.ts'),
  serverDashboard: () => import('./server-dashboard.ts'),
  serverPages: () => import('./server-pages.ts'),
  statistics: () => import('./statistics.ts'),
  steam: () => import('./steam.ts'),
  support: () => import('./support.ts'),
  unattended: () => import('./unattended.ts'),
  wall: () => import('./wall.ts'),
  walls: () => import('./walls.ts'),
  webhooks: () => import('./webhooks.ts'),
} as const;

type Later = typeof LATER_TEXTS;
export type Texts = typeof FIRST_TEXTS & {
  readonly [Name in keyof Later]: Awaited<ReturnType<Later[Name]>>[Name &
    keyof Awaited<ReturnType<Later[Name]>>];
};
