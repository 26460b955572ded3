import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { useArea, useSession } from './area-provider.tsx';
import { defineArea } from './define-area.ts';
import { renderArea } from './testing.tsx';

function HelloPage() {
  const { t } = useTranslation('area.hello');
  const session = useSession();
  return (
    <p>
      {t('greeting')} {session.user?.display_name} {useArea().area.id}
    </p>
  );
}

const area = defineArea({
  routes: [{ path: '/hello', element: <HelloPage /> }],
  texts: {
    zh: async () => ({ default: { greeting: '你好' } }),
    en: async () => ({ default: { greeting: 'Hello' } }),
  },
});

test('an area renders its route in the given language for the given role', async () => {
  const { findByText } = await renderArea({
    id: 'hello',
    area,
    path: '/hello',
    role: 'admin',
    language: 'zh',
  });
  expect(await findByText('你好 Test admin hello')).toBeTruthy();
});
