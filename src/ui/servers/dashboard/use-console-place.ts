import { useEffect } from 'react';
import type { ConsolePlace } from '../../../protocol/arrangements/resource.ts';
import { useResource } from '../../data/use-resource.ts';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { errorText } from '../../text/problem-text.ts';

/** Where this browser kept it before it was kept with the account. */
const KEY = 'muster-console';

/** Where the account has its console on a wide screen, and how to move it. */
export function useConsolePlace(): readonly [ConsolePlace, (next: ConsolePlace) => void] {
  const commands = useCommands();
  const { told, rows } = useResource('arrangements', null);
  const kept = rows[0]?.console;
  const put = async (console: ConsolePlace) => {
    const outcome = await commands.call('arrangementSet', { body: { console } });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  useEffect(() => {
    if (!told) return;
    const before = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    if (before !== 'beside' || kept !== undefined) return;
    const carry = async () => {
      const { ok } = await commands.call('arrangementSet', { body: { console: before } });
      if (!ok) localStorage.setItem(KEY, before);
    };
    void carry().catch(reportError);
  }, [told, kept, commands]);
  return [kept ?? 'tab', (next) => void put(next).catch(reportError)];
}
