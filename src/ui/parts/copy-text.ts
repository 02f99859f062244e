/** Puts a text on the clipboard; rejects where the browser refuses. Without HTTPS only the old way is open. */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) await navigator.clipboard.writeText(text);
  else if (!copySelected(text)) throw new TypeError('The browser refused to copy.');
}

function copySelected(text: string): boolean {
  const listener = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', listener, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', listener);
  }
}
