/** The picture stands so many pixels from its place, at most. */
export const SHIFT_PX = 4;

/** It moves by one pixel in so long: nobody sees it, and a panel never shows one edge for hours. */
export const SHIFT_STEP_MS = 60_000;

/**
 * Where the picture stands at `now`: two triangles of different length, which pass every place in the
 * square in turn. Steps of one pixel a minute need no animation, so they are kept with reduced motion.
 */
export function pixelShiftAt(now: number): { readonly x: number; readonly y: number } {
  const step = Math.floor(now / SHIFT_STEP_MS);
  return { x: triangle(step, SHIFT_PX), y: triangle(Math.floor(step / (4 * SHIFT_PX)), SHIFT_PX) };
}

/** From -size up to size and back again, by one each step. */
function triangle(step: number, size: number): number {
  const place = ((step % (4 * size)) + 4 * size) % (4 * size);
  return place <= 2 * size ? place - size : 3 * size - place;
}
