/** Whether the page says that its host plays a recording (`<meta name="muster-replay">`). */
export function isServedReplay(): boolean {
  return document.querySelector('meta[name="muster-replay"]') !== null;
}
