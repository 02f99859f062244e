/** The English texts, a namespace for each feature. */
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { server } from './server.ts';

/** What the dashboard needs, and what is said around every page. */
export const FIRST_TEXTS = { common, dashboard, errors, frame, server } as const;

/** What is loaded when a page that says it is opened, or when there is nothing more urgent to do. */
export const LATER_TEXTS = {
  addServer: async () => (await import('./add-server.ts')).addServer,
  auth: async () => (await import('./auth.ts')).auth,
  consoles: async () => (await import('./consoles.ts')).consoles,
  forms: async () => (await import('./forms.ts')).forms,
  inspector: async () => (await import('./inspector.ts')).inspector,
  keeping: async () => (await import('./keeping.ts')).keeping,
  notes: async () => (await import('./notes.ts')).notes,
  pages: async () => (await import('./pages.ts')).pages,
  palette: async () => (await import('./palette.ts')).palette,
  replay: async () => (await import('./replay.ts')).replay,
  serverDashboard: async () => (await import('./server-dashboard.ts')).serverDashboard,
  serverPages: async () => (await import('./server-pages.ts')).serverPages,
  statistics: async () => (await import('./statistics.ts')).statistics,
  unattended: async () => (await import('./unattended.ts')).unattended,
  wall: async () => (await import('./wall.ts')).wall,
  walls: async () => (await import('./walls.ts')).walls,
} as const;

type Later = typeof LATER_TEXTS;
export type Texts = typeof FIRST_TEXTS & {
  readonly [Name in keyof Later]: Awaited<ReturnType<Later[Name]>>;
};
