import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GroupRatioTag, GroupTag } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

// @spec J044 J045 J046 J047
test.each([
  [5.01, 'danger'],
  [5, 'warning'],
  [3.01, 'warning'],
  [3, 'info'],
  [1.01, 'info'],
  [1, 'success'],
  [0, 'success'],
])('the tag of the ratio %d has the colour of %s', (ratio, tone) => {
  renderInConsole(<GroupRatioTag ratio={ratio}>group {ratio}</GroupRatioTag>);
  expect(screen.getByText(`group ${ratio}`).className).toContain(`tg-status-tag-${tone}`);
});

/** Returns the class with the color of a group's tag. */
function toneOf(name: string): string | undefined {
  renderInConsole(<GroupTag name={name} />);
  return /tg-status-tag-\w+/.exec(screen.getByTitle(name).className)?.[0];
}

// @spec J048 J049 J050 J051
test.each([
  ['vip', 'warning'],
  ['pro', 'warning'],
  ['svip', 'violet'],
  ['premium', 'violet'],
])('the group %s has the colour of %s', (name, tone) => {
  expect(toneOf(name)).toBe(`tg-status-tag-${tone}`);
});

test('a custom group never has the color of a well-known one', () => {
  for (const name of ['default', 'a', 'team 7', '__proto__', 'constructor', '用户'])
    expect(['tg-status-tag-warning', 'tg-status-tag-violet']).not.toContain(toneOf(name));
});
