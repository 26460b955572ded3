import { act, fireEvent, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { useArea, useReadable, useSession } from './area-provider.tsx';
import { defineArea } from './define-area.ts';
import { mountStandalone } from './standalone.tsx';

function Page() {
  const { t } = useTranslation('area.hello');
  return <p>{`${t('greeting')} ${useSession().user?.username} ${useReadable(useArea().theme)}`}</p>;
}

const area = defineArea({
  routes: [{ path: '/hello', element: <Page /> }],
  texts: {
    zh: async () => ({ default: { greeting: '你好' } }),
    en: async () => ({ default: { greeting: 'Hello' } }),
  },
});

test('a standalone area is shown as the chosen role, and the address keeps the choice', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  await act(async () => mountStandalone({ id: 'hello', area, path: '/hello' }));
  expect(await screen.findByText('Hello root light')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('role'), { target: { value: 'user' } });
  fireEvent.change(screen.getByLabelText('theme'), { target: { value: 'dark' } });
  fireEvent.change(screen.getByLabelText('language'), { target: { value: 'zh' } });
  expect(await screen.findByText('你好 user dark')).toBeTruthy();
  expect(location.search).toBe('?role=user&theme=dark&language=zh');
});
