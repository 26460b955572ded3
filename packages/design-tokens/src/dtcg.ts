import { channels, contrast } from './contrast.ts';
import {
  breakpoint,
  chartSeries,
  colors,
  elevation,
  layout,
  motion,
  radius,
  seriesOther,
  space,
  type Theme,
  textPairs,
  themes,
  type,
} from './tokens.ts';

/** A token, or a group of them, in the format of the W3C Design Tokens community group that design tools read. */
export interface TokenGroup {
  [name: string]: TokenGroup | string | number | object;
}

/** The whole of `tokens.gen.json`. Themes are groups of their own: `color.light.text`, `color.dark.text`. */
export function tokensDtcg(): TokenGroup {
  return {
    $description: 'Written by build.ts from tokens.ts. Change it there.',
    color: { $type: 'color', ...byTheme(palette) },
    series: { $type: 'color', ...byTheme(series) },
    space: dimensions(space),
    radius: dimensions(radius),
    size: dimensions(type.size),
    layout: dimensions(layout),
    breakpoint: dimensions(breakpoint),
    font: {
      $type: 'fontFamily',
      text: { $value: families(type.family) },
      mono: { $value: families(type.mono) },
    },
    weight: { $type: 'fontWeight', ...values(type.weight, (weight) => weight) },
    motion: { $type: 'duration', ...values(motion, (ms) => ({ value: ms, unit: 'ms' })) },
    elevation: { $type: 'shadow', ...byTheme((theme) => values(elevation[theme], shadow)) },
  };
}

function byTheme(group: (theme: Theme) => TokenGroup): TokenGroup {
  return Object.fromEntries(themes.map((theme) => [theme, group(theme)]));
}

/** Each color with the contrast it has where it is text, so that a designer sees what a change would cost. */
function palette(theme: Theme): TokenGroup {
  const own = colors[theme];
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const pairs = textPairs.filter(([text]) => text === name);
      const ratios = pairs.map(([, surface]) => [surface, round(contrast(value, own[surface]))] as const);
      return [
        name,
        {
          $value: color(value),
          ...(ratios.length > 0 && { $extensions: { 'tollgate.contrast': Object.fromEntries(ratios) } }),
        },
      ];
    }),
  );
}

function series(theme: Theme): TokenGroup {
  const own = chartSeries[theme].map((value, index) => [String(index + 1), { $value: color(value) }]);
  return { ...Object.fromEntries(own), other: { $value: color(seriesOther[theme]) } };
}

function dimensions(group: Record<string, number>): TokenGroup {
  return { $type: 'dimension', ...values(group, (pixels) => ({ value: pixels, unit: 'px' })) };
}

function values<T>(group: Record<string, T>, write: (value: T) => string | number | object): TokenGroup {
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, { $value: write(value) }]));
}

function color(hex: string): object {
  return { colorSpace: 'srgb', components: channels(hex).map(share), hex };
}

/** The layers of a CSS shadow such as `0 1px 2px rgb(16 33 31 / 8%), 0 0 0 1px rgb(0 0 0 / 50%)`. */
function shadow(css: string): object[] {
  return css.split(/,\s*/).map((layer) => {
    const [lengths = '', paint = ''] = layer.split(/\s*rgb\(/);
    const [offsetX, offsetY, blur, spread] = lengths.split(' ').map((length) => pixels(length));
    const [red = 0, green = 0, blue = 0, percent = 100] = (paint.match(/[\d.]+/g) ?? []).map(Number);
    return {
      color: { colorSpace: 'srgb', components: [red, green, blue].map(share), alpha: percent / 100 },
      ...{ offsetX, offsetY, blur, spread: spread ?? pixels('0') },
    };
  });
}

function pixels(length: string): object {
  return { value: Number.parseFloat(length), unit: 'px' };
}

/** 0 to 255 as a share of one. */
function share(channel: number): number {
  return Math.round((channel / 255) * 10_000) / 10_000;
}

function families(css: string): string[] {
  return css.split(',').map((name) => name.trim().replaceAll("'", ''));
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
