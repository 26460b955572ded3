import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { useArea, useReadable, useSession } from './area-provider.tsx';
import { defineArea } from './define-area.ts';
import { MockShell, type MockShellProps } from './mock-shell.tsx';

function Page() {
  const { t } = useTranslation('area.hello');
  const [born] = useState(() => `${++births}`);
  const { theme } = useArea();
  return <p>{`${t('greeting')} ${useSession().user?.username} ${useReadable(theme)} ${born}`}</p>;
}
let births = 0;

const area = defineArea({
  routes: [{ path: '/hello', element: <Page /> }],
  texts: {
    zh: async () => ({ default: { greeting: '你好' } }),
    en: async () => ({ default: { greeting: 'Hello' } }),
  },
});

test('a changed language, theme or role reaches a mounted area', async () => {
  const shell = (props: Partial<MockShellProps>) => (
    <MockShell id="hello" area={area} path="/hello" {...props} />
  );
  const { rerender } = render(shell({ role: 'user' }));
  expect(await screen.findByText('Hello user light 1')).toBeTruthy();
  await act(async () => rerender(shell({ role: 'root', language: 'zh', theme: 'dark' })));
  expect(await screen.findByText('你好 root dark 1')).toBeTruthy();
});
