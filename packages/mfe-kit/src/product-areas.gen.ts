// Written from the manifests of the areas by: vitest run packages/mfe-kit/src/product-areas.test.ts -u
export const productAreas: readonly { id: string; routes: readonly string[]; nav: readonly string[] }[] = [
  { id: 'admin-channels', routes: ['/channel', '/channel/add', '/channel/edit/:id'], nav: ['channels'] },
  { id: 'admin-settings', routes: ['/setup', '/setting'], nav: ['settings'] },
  { id: 'logs', routes: ['/detail', '/log', '/margin', '/midjourney', '/task'], nav: ['dashboard', 'log', 'margin', 'drawings', 'tasks'] },
  { id: 'playground', routes: ['/playground', '/chat', '/chat/:id', '/chat2link'], nav: ['playground', 'chat'] },
  { id: 'user', routes: ['/token', '/topup', '/pricing', '/user', '/user/edit', '/user/edit/:id', '/user/statement/:id', '/redemption', '/prices', '/limit', '/personal'], nav: ['tokens', 'wallet', 'redemptions', 'price-book', 'limits', 'users', 'personal'] },
];
