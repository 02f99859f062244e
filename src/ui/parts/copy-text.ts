/** Puts a text on the clipboard; answers whether it is there. Without HTTPS only the old way is open. */
export async function copyText(text: string): Promise<boolean> {
  if ('clipboard' in navigator) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  return copySelected(text);
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
