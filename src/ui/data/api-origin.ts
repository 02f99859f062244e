/** Where the API is: the origin that the page names (`<meta name="muster-api">`), else the page's own. */
export function apiOrigin(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="muster-api"]');
  return named?.content ?? location.origin;
}
