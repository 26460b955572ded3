import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  owners: { team: 'Usage and logs', contact: 'mfe-logs/README.md' },
  pages: {
    '/detail': 'dashboard/dashboard-page.tsx',
    '/log': 'usage-log/usage-log-page.tsx',
    '/midjourney': 'drawings/drawings-page.tsx',
    '/task': 'tasks/tasks-page.tsx',
  },
  links: {
    'logs.dashboard': { path: '/detail' },
    'logs.usage': { path: '/log', query: ['username', 'token_name', 'model_name', 'time'] },
  },
  extensions: [
    {
      point: 'user.drawer/v1',
      id: 'usage-of-user',
      title: 'usage-of-user.title',
      order: 100,
      access: 'admin',
    },
  ],
  routes: [
    { path: '/detail', access: 'user', title: 'dashboard.title' },
    { path: '/log', access: 'user', title: 'log.title' },
    { path: '/midjourney', access: 'user', title: 'drawings.title' },
    { path: '/task', access: 'user', title: 'tasks.title' },
  ],
  nav: [
    {
      id: 'dashboard',
      to: '/detail',
      label: 'dashboard.title',
      icon: 'dashboard',
      section: 'console',
      order: 100,
      flag: 'enable_data_export',
      access: 'user',
    },
    {
      id: 'log',
      to: '/log',
      label: 'log.title',
      icon: 'history',
      section: 'console',
      order: 300,
      access: 'user',
    },
    {
      id: 'drawings',
      to: '/midjourney',
      label: 'drawings.title',
      icon: 'image',
      section: 'console',
      order: 400,
      flag: 'enable_drawing',
      access: 'user',
    },
    {
      id: 'tasks',
      to: '/task',
      label: 'tasks.title',
      icon: 'list',
      section: 'console',
      order: 500,
      flag: 'enable_task',
      access: 'user',
    },
  ],
};
