import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadList = async () => (await import('./list/list-page.tsx')).ListPage;
const loadCommand = async () => (await import('./list/create-command.tsx')).CreateCommand;

export const area = defineArea({
  routes: [{ path: '/example-area', element: <LazyPage load={loadList} /> }],
  extensions: { 'create-item': loadCommand },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
