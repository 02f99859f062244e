/** Calls back before the next frame is drawn; answers how to call it off. */
export function nextFrame(callback: () => void): () => void {
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
}
