import { arcoVariables, type Declaration } from './arco.ts';
import {
  chartSeries,
  colors,
  elevation,
  layout,
  motion,
  radius,
  seriesOther,
  space,
  type Theme,
  type,
} from './tokens.ts';

/** The whole of `tokens.gen.css`: our own variables, and Arco's mapped to them, for both themes. */
export function tokensCss(): string {
  return [
    '/* Written by build.ts from tokens.ts. Change it there. */',
    block(':root', [...constants(), ...themed('light')]),
    // Paper is white: a page in the dark theme is printed in the light one.
    '@media screen {',
    block("  :root[data-theme='dark']", themed('dark')),
    '}',
    // One class more than Arco's own `body` and `body[arco-theme=dark]`, so that the order of files does not matter.
    block(':root body', arcoVariables('light')),
    '@media screen {',
    block("  :root[data-theme='dark'] body", arcoVariables('dark')),
    '}',
    '@media (prefers-reduced-motion: reduce) {',
    block('  :root', [
      ['--tg-motion-fast', '0ms'],
      ['--tg-motion-slow', '0ms'],
    ]),
    '}',
    '',
  ].join('\n');
}

function constants(): Declaration[] {
  return [
    ...pixels('space', space),
    ...pixels('radius', radius),
    ...pixels('size', type.size),
    ...pixels('layout', layout),
    ['--tg-font', type.family],
    ['--tg-font-mono', type.mono],
    ...Object.entries(type.weight).map(([name, value]) => [`--tg-weight-${name}`, String(value)] as const),
    ...Object.entries(motion).map(([name, value]) => [`--tg-motion-${name}`, `${value}ms`] as const),
  ];
}

function themed(theme: Theme): Declaration[] {
  return [
    ['color-scheme', theme],
    ...Object.entries(colors[theme]).map(([name, value]) => [`--tg-${kebab(name)}`, value] as const),
    ...chartSeries[theme].map((value, index) => [`--tg-series-${index + 1}`, value] as const),
    ['--tg-series-other', seriesOther[theme]],
    ['--tg-shadow-low', elevation[theme].low],
    ['--tg-shadow-high', elevation[theme].high],
  ];
}

function pixels(group: string, values: Record<string, number>): Declaration[] {
  return Object.entries(values).map(([name, value]) => [`--tg-${group}-${kebab(name)}`, `${value}px`]);
}

function block(selector: string, declarations: readonly Declaration[]): string {
  return `${selector} {\n${declarations.map(([name, value]) => `  ${name}: ${value};`).join('\n')}\n}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
