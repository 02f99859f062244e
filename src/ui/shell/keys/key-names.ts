/** Keys as they stand on the keyboard that is there. */
const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key held with Ctrl, or with ⌘ where there is one. */
export function commandKey(key: string): string {
  return onMac ? `⌘ ${key}` : `Ctrl ${key}`;
}
