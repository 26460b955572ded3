import { channels, mix } from './contrast.ts';
import { colors, elevation, type Palette, radius, type Theme } from './tokens.ts';

export type Declaration = readonly [name: `--${string}` | 'color-scheme', value: string];

/** Arco's theme variables in terms of our palette, so that its components take the brand in both themes. */
export function arcoVariables(theme: Theme): Declaration[] {
  const palette = colors[theme];
  return [
    ...brandRamp(palette, 'primary'),
    ...brandRamp(palette, 'link'),
    ...Object.entries(hues).flatMap(([name, hue]) => ramp(name, palette[hue], palette)),
    ...grays(palette),
    ...Object.entries(surfaces).map(([name, key]) => [`--color-${name}` as const, palette[key]] as const),
    ['--color-white', palette.onBrand], // Arco's name for text on a solid fill
    ['--color-mask-bg', `rgb(${channels(palette.mask).join(' ')} / 55%)`],
    ['--color-spin-layer-bg', `rgb(${channels(palette.surface).join(' ')} / 70%)`],
    ['--border-radius-small', `${radius.small}px`],
    ['--border-radius-medium', `${radius.medium}px`],
    ['--border-radius-large', `${radius.large}px`],
    ['--tg-arco-shadow', elevation[theme].high],
  ];
}

/** Share of the hue in steps 1 to 5 of its ramp; the rest is surface. Step 6 is the hue itself. */
const tints = [0.09, 0.22, 0.4, 0.6, 0.85];
/** Share of the hue in steps 7 to 10; the rest is text. */
const shades = [0.85, 0.65, 0.4, 0.2];

function ramp(name: string, hue: string, { surface, text }: Palette): Declaration[] {
  const steps = [
    ...tints.map((share) => mix(hue, surface, share)),
    channels(hue),
    ...shades.map((share) => mix(hue, text, share)),
  ];
  return steps.map((step, index) => [`--${name}-${index + 1}`, step.join(',')]);
}

/** Hover (step 5) and pressed (step 7) of the brand keep 4.5:1 under the text of a solid button. */
function brandRamp(palette: Palette, name: string): Declaration[] {
  const exact: Record<string, string> = {
    [`--${name}-1`]: palette.brandSoft,
    [`--${name}-5`]: palette.brandHover,
    [`--${name}-7`]: palette.brandActive,
  };
  return ramp(name, palette.brand, palette).map(([key, value]) => [
    key,
    exact[key] ? channels(exact[key]).join(',') : value,
  ]);
}

function grays(palette: Palette): Declaration[] {
  const steps = [
    palette.sunken,
    palette.neutralSoft,
    palette.border,
    palette.borderStrong,
    palette.textDisabled,
    palette.textMuted,
    palette.textMuted,
    palette.textSecondary,
    palette.textSecondary,
    palette.text,
  ];
  return steps.map((step, index) => [`--gray-${index + 1}`, channels(step).join(',')]);
}

/** The ramps that Arco's components are drawn with. Its further hues color presets that the console does not offer. */
const hues: Record<string, keyof Palette> = { danger: 'danger', success: 'success', warning: 'warning' };

const surfaces: Record<string, keyof Palette> = {
  'bg-1': 'page',
  'bg-2': 'surface',
  'bg-3': 'raised',
  'bg-4': 'raised',
  'bg-5': 'raised',
  'bg-popup': 'raised',
  'bg-white': 'surface',
  'text-1': 'text',
  'text-2': 'textSecondary',
  'text-3': 'textMuted',
  'text-4': 'textDisabled',
  border: 'border',
  'border-1': 'border',
  'border-2': 'borderStrong',
  'border-3': 'borderControl',
  'border-4': 'textMuted',
  'fill-1': 'hover',
  'fill-2': 'neutralSoft',
  'fill-3': 'border',
  'fill-4': 'borderStrong',
  secondary: 'neutralSoft',
  'secondary-hover': 'border',
  'secondary-active': 'borderStrong',
  'secondary-disabled': 'sunken',
  'tooltip-bg': 'tooltip',
  'menu-light-bg': 'surface',
  'menu-dark-bg': 'surface',
  'menu-dark-hover': 'hover',
};
