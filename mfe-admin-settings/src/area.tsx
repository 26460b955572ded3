import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadSettings = async () => (await import('./settings/settings-page.tsx')).SettingsPage;
const loadSetup = async () => (await import('./setup/setup-page.tsx')).SetupPage;

export const area = defineArea({
  routes: [
    { path: '/setup', element: <LazyPage load={loadSetup} /> },
    { path: '/setting', element: <LazyPage load={loadSettings} /> },
  ],
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
