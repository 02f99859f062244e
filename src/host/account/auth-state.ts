import type { Handler } from '../calls/handler.ts';
import type { AccountDeps } from './deps.ts';
import { isFounded } from './founding.ts';

export const authState: Handler<'authState', AccountDeps> = async (
  _input,
  { db, client, offeredDemo, settings },
) => {
  const founding = !(await isFounded(db));
  const demo = founding && client.local ? offeredDemo : null;
  return {
    founding,
    setup_code_required: founding && !client.local,
    sign_up: settings.signUp,
    mail: settings.smtpUrl !== undefined,
    demo: demo === null ? 'none' : demo.running ? 'running' : 'offered',
  };
};
