/** The modal of a restricted subscription is shown again so long after it was acknowledged. First specification, section 9. */
export const RESTRICTED_REPEAT_MS = 4 * 3_600_000;

/** Whether the modal is shown with the next page. A clock that was set back shows it. */
export function modalDue(restricted: boolean, acknowledged: number | null, now: number): boolean {
  if (!restricted) return false;
  if (acknowledged === null || acknowledged > now) return true;
  return now - acknowledged >= RESTRICTED_REPEAT_MS;
}
