import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadDashboard = async () => (await import('./dashboard/dashboard-page.tsx')).DashboardPage;
const loadUsageLog = async () => (await import('./usage-log/usage-log-page.tsx')).UsageLogPage;
const loadMargin = async () => (await import('./margin/margin-page.tsx')).MarginPage;
const loadDrawings = async () => (await import('./drawings/drawings-page.tsx')).DrawingsPage;
const loadTasks = async () => (await import('./tasks/tasks-page.tsx')).TasksPage;

const loadUsageDrawer = async () => (await import('./elsewhere/usage-drawer.tsx')).UsageDrawer;
const loadUsageTab = async () => (await import('./elsewhere/usage-tab.tsx')).UsageTab;
const loadCallsOf = () => import('./elsewhere/show-calls.tsx');
const loadColumns = () => import('./elsewhere/row-columns.tsx');
const loadUsageOfUser = async () => (await import('./usage-of-user/usage-of-user.tsx')).UsageOfUser;

export const area = defineArea({
  routes: [
    { path: '/detail', element: <LazyPage load={loadDashboard} /> },
    { path: '/log', element: <LazyPage load={loadUsageLog} /> },
    { path: '/margin', element: <LazyPage load={loadMargin} /> },
    { path: '/midjourney', element: <LazyPage load={loadDrawings} /> },
    { path: '/task', element: <LazyPage load={loadTasks} /> },
  ],
  extensions: {
    'usage-of-user': loadUsageOfUser,
    'usage-drawer': loadUsageDrawer,
    'usage-tab': loadUsageTab,
    'calls-of-token': async () => (await loadCallsOf()).ShowCallsOfToken,
    'calls-of-channel': async () => (await loadCallsOf()).ShowCallsOfChannel,
    'spent-of-user': async () => (await loadColumns()).SpentOfUser,
    'usage-of-token': async () => (await loadColumns()).CallsOfToken,
    'margin-of-channel': async () => (await loadColumns()).MarginOfChannel,
  },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
