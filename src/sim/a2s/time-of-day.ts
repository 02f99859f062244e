const DAY_MINUTES = 1440;
const SUNRISE = 6 * 60;
const SUNSET = 20 * 60;

/**
 * The world's time of day in minutes, `elapsedMs` after it stood at `start` minutes: days pass
 * `day` times as fast as real time and nights `night` times.
 */
export function timeOfDay(
  start: number,
  elapsedMs: number,
  acceleration: { readonly day: number; readonly night: number },
): number {
  const dayLength = (SUNSET - SUNRISE) / acceleration.day;
  const nightLength = (DAY_MINUTES - (SUNSET - SUNRISE)) / acceleration.night;
  let left = (elapsedMs / 60_000) % (dayLength + nightLength);
  let time = start;
  while (left > 0) {
    const isDay = time >= SUNRISE && time < SUNSET;
    const speed = isDay ? acceleration.day : acceleration.night;
    const boundary = isDay ? SUNSET : time < SUNRISE ? SUNRISE : DAY_MINUTES;
    const step = Math.min(left, (boundary - time) / speed);
    time = (time + step * speed) % DAY_MINUTES;
    left -= step;
    if (step === 0) break;
  }
  return time;
}
