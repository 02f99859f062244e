import { status } from './status.ts';
import { bootstrap } from './bootstrap.ts';
import { session } from './session-data.ts';
import { acsrfToken } from './acsrf-token.ts';
import { logout } from './logout.ts';

/** The calls under `@me`. */
export const sessionCalls = {
  status,
  bootstrap,
  session,
  acsrfToken,
  logout,
};
