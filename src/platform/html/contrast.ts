/** Colors are `#rrggbb`. */
type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as never;

/** Returns the contrast ratio of WCAG 2, 1 to 21. Text needs 4.5, borders and icons 3. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes black or white into a color in small steps until text in it is readable on all backgrounds. */
export function readableOn(grounds: readonly string[], color: string, toward: 'black' | 'white'): string {
  const end = toward === 'black' ? 0 : 255;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = channelsOf(color).map((channel) => Math.round(channel + (end - channel) * share));
    const candidate = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (grounds.every((ground) => contrast(candidate, ground) >= 4.5)) return candidate;
  }
  return toward === 'black' ? '#000000' : '#ffffff';
}

function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
