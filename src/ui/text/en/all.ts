/** The English texts, a namespace for each feature. */
import { addServer } from './add-server.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { inspector } from './inspector.ts';
import { palette } from './palette.ts';
import { replay } from './replay.ts';
import { serverDashboard } from './server-dashboard.ts';
import { serverPages } from './server-pages.ts';
import { server } from './server.ts';
import { unattended } from './unattended.ts';
import { wall } from './wall.ts';

export const english = {
  addServer,
  auth,
  common,
  dashboard,
  errors,
  frame,
  inspector,
  palette,
  replay,
  server,
  serverDashboard,
  serverPages,
  unattended,
  wall,
} as const;
