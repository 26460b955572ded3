import path from 'node:path';

/** Removes unused components of `react-i18next` from the shell, which shares the module whole, and fetches `Trans` later. */
export const leanI18nextRule = {
  test: /\/react-i18next\/dist\/es\/index\.js$/,
  enforce: 'pre' as const,
  use: [path.join(import.meta.dirname, 'lean-i18next-loader.cjs')],
};
