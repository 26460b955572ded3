import path from 'node:path';

/** What a browser would fetch of Arco for nothing; each loader says what it leaves out. */
export const arcoLeanRules = [
  rule(/@arco-design\/web-react\/es\/style\/index\.css$/, 'arco-palette-loader.cjs'),
  rule(/@arco-design\/web-react\/es\/(locale\/zh-CN|_util\/dayjs)\.js$/, 'arco-calendar-loader.cjs'),
  rule(/@arco-design\/web-react\/icon\/react-icon\/Icon\w+\/index\.js$/, 'arco-icon-loader.cjs'),
];

function rule(test: RegExp, loader: string) {
  return { test, enforce: 'pre' as const, use: [path.join(import.meta.dirname, loader)] };
}
