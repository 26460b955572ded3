import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GroupRatioTag, GroupTag } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

test.each([
  ['J044', 5.01, 'danger'],
  ['J045', 5, 'warning'],
  ['J045', 3.01, 'warning'],
  ['J046', 3, 'info'],
  ['J046', 1.01, 'info'],
  ['J047', 1, 'success'],
  ['J047', 0, 'success'],
])('%s the tag of the ratio %d has the colour of %s', (_id, ratio, tone) => {
  renderInConsole(<GroupRatioTag ratio={ratio}>group {ratio}</GroupRatioTag>);
  expect(screen.getByText(`group ${ratio}`).className).toContain(`tg-status-tag-${tone}`);
});

/** Returns the class with the color of a group's tag. */
function toneOf(name: string): string | undefined {
  renderInConsole(<GroupTag name={name} />);
  return /tg-status-tag-\w+/.exec(screen.getByTitle(name).className)?.[0];
}

test.each([
  ['J048', 'vip', 'warning'],
  ['J049', 'pro', 'warning'],
  ['J050', 'svip', 'danger'],
  ['J051', 'premium', 'danger'],
])('%s the group %s has the colour of %s', (_id, name, tone) => {
  expect(toneOf(name)).toBe(`tg-status-tag-${tone}`);
});

test('a custom group never has the color of a well-known one', () => {
  for (const name of ['default', 'a', 'team 7', '__proto__', 'constructor', '用户'])
    expect(['tg-status-tag-warning', 'tg-status-tag-danger']).not.toContain(toneOf(name));
});
