import type { Inspection } from '../../worker/contract.ts';

/** What is pasted into a bug report: everything that the inspector shows, as JSON. */
export function report(inspection: Inspection, browser: string, tab: string): string {
  return JSON.stringify({ browser, tab, ...inspection }, null, 2);
}
