import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';
import { tokensCss } from './css.ts';
import { tokensDtcg } from './dtcg.ts';
import { chartSeries, colors, type Palette, textPairs, themes } from './tokens.ts';

test('the stylesheet and the file for design tools are those that the tokens describe', () => {
  expect(shipped('css')).toBe(tokensCss());
  expect(JSON.parse(shipped('json'))).toEqual(tokensDtcg());
});

test('design tools read every value with its type, colors of each theme by themselves', () => {
  const tokens = tokensDtcg();
  expect(tokens.color).toMatchObject({
    $type: 'color',
    light: { text: { $value: { colorSpace: 'srgb', hex: colors.light.text } } },
    dark: { text: { $value: { hex: colors.dark.text } } },
  });
  expect(tokens.space).toMatchObject({ $type: 'dimension', 4: { $value: { value: 16, unit: 'px' } } });
  expect(tokens.elevation).toMatchObject({
    $type: 'shadow',
    light: { low: { $value: [{ blur: { value: 2, unit: 'px' }, color: { alpha: 0.08 } }] } },
  });
  expect(tokens.motion).toMatchObject({ $type: 'duration', fast: { $value: { value: 120, unit: 'ms' } } });
});

test('every color that text is written in is part of a readable pair', () => {
  const written = new Set(textPairs.map(([text]) => text));
  const texts = (Object.keys(colors.light) as (keyof Palette)[]).filter((name) =>
    /^(text|on)[A-Z]?|^(brand|money|success|warning|danger|info|neutral|violet)$/.test(name),
  );
  // What is disabled is exempt: WCAG asks for no contrast of what cannot be used.
  expect(texts.filter((name) => !written.has(name))).toEqual(['textDisabled']);
});

test.each(themes.flatMap((theme) => textPairs.map(([text, surface]) => [theme, text, surface] as const)))(
  '%s: %s on %s is readable (WCAG AA)',
  (theme, text, surface) => {
    expect(contrast(colors[theme][text], colors[theme][surface])).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(themes)('%s: chart series and edges of inputs stand out from the surface', (theme) => {
  const { borderControl, surface } = colors[theme];
  for (const color of [...chartSeries[theme], borderControl]) {
    expect(contrast(color, surface), color).toBeGreaterThanOrEqual(3);
  }
});

test('black on white has the highest contrast there is', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

function shipped(kind: 'css' | 'json'): string {
  return readFileSync(new URL(`./tokens.gen.${kind}`, import.meta.url), 'utf8');
}
