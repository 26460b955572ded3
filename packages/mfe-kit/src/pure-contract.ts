import path from 'node:path';

/** Lets a build leave out the endpoints that it does not name; see pure-contract-loader.cjs. */
export const pureContractRule = {
  test: /\/(?:@tollgate\/contract\/dist|packages\/contract\/src)\/.*\.(?:ts|js)$/,
  enforce: 'pre' as const,
  use: [path.join(import.meta.dirname, 'pure-contract-loader.cjs')],
};
