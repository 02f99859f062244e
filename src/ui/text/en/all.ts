/** The English texts, a namespace for each feature. */
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { errors } from './errors.ts';
import { frame } from './frame.ts';
import { server } from './server.ts';

export const english = { common, dashboard, errors, frame, server } as const;
