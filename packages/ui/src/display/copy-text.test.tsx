import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CopyText } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

/** Arco fades overlays in, and a fading overlay ignores the pointer. */
const user = () => userEvent.setup({ pointerEventsCheck: 0 });

test('copying puts the whole text on the clipboard and confirms it', async () => {
  const person = user();
  renderInConsole(<CopyText text="sk-secret">sk-***</CopyText>);
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('sk-secret');
  expect(await screen.findByText('Copied')).toBeTruthy();
});

// @spec I031
test.each([
  ['en', "Couldn't copy. Select the text and copy it manually.", 'Copy', 'Close'],
  ['zh', '复制失败，请选中文本手动复制', '复制', '关闭'],
] as const)(
  'in %s, what the clipboard does not take is shown to be copied by hand',
  async (language, title, copy, close) => {
    const person = user();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    renderInConsole(<CopyText text="sk-secret">sk-***</CopyText>, { language });
    await person.click(screen.getByRole('button', { name: copy }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(title)).toBeTruthy();
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox');
    expect(field.value).toBe('sk-secret');
    field.focus();
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'sk-secret'.length]);
    await person.click(within(dialog).getByRole('button', { name: close }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    vi.restoreAllMocks();
  },
);

// @spec I031
test('a page without HTTPS has no clipboard, so the text is shown', async () => {
  const person = user();
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (target, key) => (key === 'clipboard' ? undefined : Reflect.get(target, key, target)),
    }),
  );
  renderInConsole(<CopyText text="sk-secret" />);
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('sk-secret');
  vi.unstubAllGlobals();
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
