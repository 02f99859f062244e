import { issueAcsrfToken } from '../identity/acsrf.ts';
import type { Handler } from '../calls/handler.ts';

export const acsrfToken: Handler<'acsrfToken'> = async (_input, { client, secrets }) => ({
  acsrf_token: issueAcsrfToken(secrets, client.binding()),
});
