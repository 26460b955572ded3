import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadUsageLog = async () => (await import('./usage-log/usage-log-page.tsx')).UsageLogPage;

export const area = defineArea({
  routes: [{ path: '/log', element: <LazyPage load={loadUsageLog} /> }],
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
