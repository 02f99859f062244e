/** The slope of a straight line through points, and its upper 95 % bound. */
export interface Slope {
  readonly slope: number;
  readonly upper: number;
}

/** Fits a line by least squares; with as many points as these tests have, 1.96 standard errors are 95 %. */
export function fitSlope(points: readonly (readonly [x: number, y: number])[]): Slope {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residual = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const error = Math.sqrt(residual / (count - 2) / spread);
  return { slope, upper: slope + 1.96 * error };
}
