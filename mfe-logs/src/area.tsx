import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadDashboard = async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage;
const loadUsageLog = async () => (await import('./usage-log/usage-log-page.tsx')).UsageLogPage;
const loadDrawings = async () => (await import('./drawings/drawings-page.tsx')).DrawingsPage;
const loadTasks = async () => (await import('./tasks/tasks-page.tsx')).TasksPage;

export const area = defineArea({
  routes: [
    { path: '/detail', element: <LazyPage load={loadDashboard} /> },
    { path: '/log', element: <LazyPage load={loadUsageLog} /> },
    { path: '/midjourney', element: <LazyPage load={loadDrawings} /> },
    { path: '/task', element: <LazyPage load={loadTasks} /> },
  ],
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
