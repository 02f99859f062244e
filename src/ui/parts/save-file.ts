/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken hold of the file once this task is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
