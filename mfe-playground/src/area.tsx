import { defineArea } from '@tollgate/console-sdk';
import { PlaygroundPage } from './playground/playground-page.tsx';

export const area = defineArea({
  routes: [{ path: '/playground', element: <PlaygroundPage /> }],
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
