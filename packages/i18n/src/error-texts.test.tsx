import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';

// Of these modules alone: test files share modules, and the sentences may be loaded in others.
vi.resetModules();
const { createI18n } = await import('./create-i18n.ts');
const { useErrorMessage } = await import('./use-error-message.ts');

// @spec I019
test('server messages are shown until the local sentences have loaded', async () => {
  const box = document.createElement('div');
  const root = createRoot(box);
  const error = { code: 'rate_limited', message: 'slow down' };
  const away = { code: 'network' };
  act(() =>
    root.render(
      <I18nextProvider i18n={createI18n({ language: 'en' })}>
        <Sentences errors={[error, away, new TypeError('x is undefined')]} />
      </I18nextProvider>,
    ),
  );
  expect(box.textContent).toBe(
    "slow down|Couldn't reach the server. Check your connection and try again.|Request failed. Try again.",
  );
  await act(() => vi.waitFor(() => expect(box.textContent).toContain('Too many requests'), 15_000));
  expect(box.textContent).toContain('Something went wrong on the server');
  act(() => root.unmount());
});

function Sentences({ errors }: { errors: unknown[] }) {
  const sentence = useErrorMessage();
  return errors.map((error) => sentence(error)).join('|');
}
