import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { visit } from '../../testing/visit.tsx';
import { isNoticeSeen, rememberNotice } from './notice-seen.ts';

afterEach(() => localStorage.removeItem('notice-seen'));

const dialog = () => screen.findByRole('dialog', { name: 'Notice' });
const close = async () => fireEvent.click(within(await dialog()).getByRole('button', { name: 'Got it' }));

test('a notice opens on the home page, and closing it is stored', async () => {
  visit({ url: '/', notice: 'Maintenance on **Sunday**' });
  expect((await within(await dialog()).findByText('Sunday')).tagName).toBe('STRONG');
  await close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isNoticeSeen('Maintenance on **Sunday**')).toBe(true);
  expect(isNoticeSeen('Maintenance on **Monday**')).toBe(false);
});

test('a closed notice stays closed until its text changes', async () => {
  rememberNotice('Maintenance on **Sunday**');
  visit({ url: '/', notice: 'Maintenance on **Sunday**' });
  await screen.findByRole('button', { name: 'Notice' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a new notice opens after an earlier one was closed', async () => {
  rememberNotice('Maintenance on **Sunday**');
  visit({ url: '/', notice: 'Maintenance on **Monday**' });
  expect(await dialog()).toBeTruthy();
  await close();
});

test('the notice is behind its button on other pages', async () => {
  visit({ url: '/about', notice: 'Maintenance' });
  fireEvent.click(await screen.findByRole('button', { name: 'Notice' }));
  expect(await within(await dialog()).findByText('Maintenance')).toBeTruthy();
  await close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the notice button is hidden without a notice', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  expect(screen.queryByRole('button', { name: 'Notice' })).toBeNull();
});

test('a notice of 40 kB with scripts is shown and runs nothing', async () => {
  const hostile =
    '<script>window.ran = 1</script> <img src=x onerror="window.ran = 2"> [a](javascript:alert(1))\n\n';
  visit({ url: '/', notice: `Read this first\n\n${hostile.repeat(400)}` });
  const shown = await dialog();
  await within(shown).findByText('Read this first');
  expect(shown.querySelector('script, img, [onerror], a[href^="javascript"]')).toBeNull();
  expect('ran' in window).toBe(false);
  await close();
});

test('a notice in HTML is shown in a separate frame', async () => {
  visit({ url: '/', notice: '<p onclick="x()">Hello</p>' });
  const frame = within(await dialog()).getByTitle('Notice');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  await close();
});
