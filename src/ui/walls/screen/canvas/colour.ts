type Parts = readonly [red: number, green: number, blue: number];

/** A colour of `#rrggbb`; anything else is grey. */
function parts(colour: string): Parts {
  const value = /^#([0-9a-f]{6})$/i.exec(colour)?.[1];
  const number = value === undefined ? 0x80_80_80 : Number.parseInt(value, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Some of one colour and the rest of another; `share` is that of the second. */
export function mixed(one: string, other: string, share: number): string {
  const to = parts(other);
  const all = parts(one).map((value, index) =>
    Math.round(value + ((to[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${all.join('')}`;
}

function luminance(colour: string): number {
  const [red, green, blue] = parts(colour).map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How well two colours can be told apart, as WCAG counts it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Which of two inks is the more readable on a ground. */
export function readable(ground: string, one: string, other: string): string {
  return contrast(ground, one) >= contrast(ground, other) ? one : other;
}
