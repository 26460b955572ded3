import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadList = async () => (await import('./list/list-page.tsx')).ListPage;

export const area = defineArea({
  routes: [{ path: '/example-area', element: <LazyPage load={loadList} /> }],
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
