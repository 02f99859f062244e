/** What the page says of being a demo's (`<meta name="muster-demo">`). */
export interface Demo {
  /** The address of the Muster that it was started from; null: by itself. */
  readonly back: string | null;
}

/** null: this is no demo. */
export function demo(): Demo | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="muster-demo"]');
  if (meta === null) return null;
  return { back: meta.content === '' ? null : meta.content };
}
