import path from 'node:path';

/** Removes unused parts of Arco from the bundle; each loader says which. */
export const arcoLeanRules = [
  rule(/@arco-design\/web-react\/es\/style\/index\.css$/, 'arco-palette-loader.cjs'),
  rule(
    /@arco-design\/web-react\/es\/(locale\/(?:zh-CN|en-US)|_util\/dayjs)\.js$/,
    'arco-calendar-loader.cjs',
  ),
  rule(/@arco-design\/web-react\/es\/Menu\/index\.js$/, 'arco-menu-loader.cjs'),
  rule(/@arco-design\/web-react\/icon\/react-icon\/Icon\w+\/index\.js$/, 'arco-icon-loader.cjs'),
];

function rule(test: RegExp, loader: string) {
  return { test, enforce: 'pre' as const, use: [path.join(import.meta.dirname, loader)] };
}
