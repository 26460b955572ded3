import { screen } from '@testing-library/react';
import { renderArea } from '@tollgate/console-sdk/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { SettingsIndex } from './settings-index.tsx';

afterEach(() => vi.restoreAllMocks());

test('the row of tabs on a phone is scrolled so that the open tab is in its middle', async () => {
  const [rowWidth, tabWidth] = [390, 100];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = [...document.querySelectorAll('[data-tab]')].indexOf(this);
    return place === -1 ? new DOMRect(0, 0, rowWidth, 40) : new DOMRect(place * tabWidth, 0, tabWidth, 40);
  });
  await renderArea({
    id: 'admin-settings',
    area,
    role: 'root',
    path: '/setting?tab=areas',
    children: <SettingsIndex open="areas" panels={[]} />,
  });
  const tab = await screen.findByRole('link', { current: 'page' });
  const place = [...document.querySelectorAll('[data-tab]')].indexOf(tab);
  expect(place).toBeGreaterThan(3);
  expect(tab.closest('ul')?.scrollLeft).toBe(place * tabWidth + tabWidth / 2 - rowWidth / 2);
});
