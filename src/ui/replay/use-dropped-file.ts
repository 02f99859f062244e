import { useEffect, useEffectEvent, useState } from 'react';

/** Takes a file that is dropped anywhere on the page; answers whether one is held over it. */
export function useDroppedFile(onFile: (file: Blob) => void): boolean {
  const [over, setOver] = useState(false);
  const taken = useEffectEvent(onFile);
  useEffect(() => {
    const held = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const left = (event: DragEvent) => setOver(event.relatedTarget !== null);
    const dropped = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      setOver(false);
      if (file === undefined) return;
      event.preventDefault();
      taken(file);
    };
    document.addEventListener('dragover', held);
    document.addEventListener('dragleave', left);
    document.addEventListener('drop', dropped);
    return () => {
      document.removeEventListener('dragover', held);
      document.removeEventListener('dragleave', left);
      document.removeEventListener('drop', dropped);
    };
  }, []);
  return over;
}
