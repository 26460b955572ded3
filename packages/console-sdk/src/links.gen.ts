// Written from the manifests of the areas by: vitest run packages/mfe-kit/src/links.test.ts -u
export const areaLinks = {
  'admin-channels.channel': { path: '/channel/edit/:id' },
  'logs.dashboard': { path: '/detail' },
  'logs.usage': { path: '/log', query: ['username', 'token_name', 'model_name', 'time'] },
  'user.statement': { path: '/user/statement/:id' },
  'user.tokens': { path: '/token' },
  'user.users': { path: '/user' },
  'user.wallet': { path: '/topup' },
} as const;
