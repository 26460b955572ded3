/** WCAG 2.2 contrast of two opaque colors (`#rrggbb`): 1 for the same, 21 for black on white. */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `share` of `first` (0 to 1) mixed into `second`, channel by channel. */
export function mix(first: string, second: string, share: number): [number, number, number] {
  const base = channels(second);
  return channels(first).map((value, index) => Math.round(value * share + base[index]! * (1 - share))) as [
    number,
    number,
    number,
  ];
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
