import path from 'node:path';

/**
 * Lets a build leave out the endpoints that it does not name (see pure-contract-loader.cjs), and gives it the part of
 * zod that the contract needs in a browser. An area that uses zod itself gets zod.
 */
export const pureContractRule = {
  test: /\/(?:@tollgate\/contract\/dist|packages\/contract\/src)\/.*\.(?:ts|js)$/,
  enforce: 'pre' as const,
  use: [path.join(import.meta.dirname, 'pure-contract-loader.cjs')],
  resolve: { alias: { 'zod/mini$': path.join(import.meta.dirname, 'lean-schemas.mjs') } },
};
