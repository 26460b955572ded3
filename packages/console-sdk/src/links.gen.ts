// Written from the manifests of the areas by: vitest run packages/mfe-kit/src/links.test.ts -u
export const areaLinks = {
  'admin-channels.add': { path: '/channel/add' },
  'admin-channels.channel': { path: '/channel/edit/:id' },
  'admin-channels.channels': { path: '/channel' },
  'admin-settings.settings': { path: '/setting', query: ['tab'] },
  'logs.dashboard': { path: '/detail' },
  'logs.usage': { path: '/log', query: ['username', 'token_name', 'model_name', 'channel', 'time'] },
  'playground.try': { path: '/playground', query: ['model'] },
  'user.limits': { path: '/limit', query: ['scope', 'scope_id'] },
  'user.statement': { path: '/user/statement/:id' },
  'user.tokens': { path: '/token', query: ['create'] },
  'user.users': { path: '/user' },
  'user.wallet': { path: '/topup' },
} as const;
