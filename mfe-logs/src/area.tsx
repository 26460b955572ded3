import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadDashboard = async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage;
const loadUsageLog = async () => (await import('./usage-log/usage-log-page.tsx')).UsageLogPage;
const loadMargin = async () => (await import('./margin/margin-page.tsx')).MarginPage;
const loadDrawings = async () => (await import('./drawings/drawings-page.tsx')).DrawingsPage;
const loadTasks = async () => (await import('./tasks/tasks-page.tsx')).TasksPage;

const loadUsageOfUser = async () => (await import('./usage-of-user/usage-of-user.tsx')).UsageOfUser;

export const area = defineArea({
  routes: [
    { path: '/detail', element: <LazyPage load={loadDashboard} /> },
    { path: '/log', element: <LazyPage load={loadUsageLog} /> },
    { path: '/margin', element: <LazyPage load={loadMargin} /> },
    { path: '/midjourney', element: <LazyPage load={loadDrawings} /> },
    { path: '/task', element: <LazyPage load={loadTasks} /> },
  ],
  extensions: { 'usage-of-user': loadUsageOfUser },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
