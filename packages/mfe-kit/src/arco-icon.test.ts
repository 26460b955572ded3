import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeIcon } from './arco-icon.ts';
import { workspaceRoot } from './workspace.ts';

const load = createRequire(path.join(workspaceRoot, 'packages/ui/package.json'));
const React = load('react');
const arcoIconLoader = load(path.join(import.meta.dirname, 'arco-icon-loader.cjs'));
const { renderToStaticMarkup } = load('react-dom/server');
const icons = path.dirname(load.resolve('@arco-design/web-react/icon/react-icon-cjs/IconGift'));

test('every icon draws what Arco draws, without the lines that Arco repeats in each', {
  timeout: 60_000,
}, () => {
  const { IconContext } = load('@arco-design/web-react/icon/react-icon-cjs/context');
  const files = globSync('../../react-icon/Icon*/index.js', { cwd: icons });
  expect(files.length).toBeGreaterThan(250);
  for (const file of files) {
    const resourcePath = path.join(icons, file);
    const lean = arcoIconLoader.call({ resourcePath }, readFileSync(resourcePath, 'utf8'));
    const [, call] = /export default (.*);$/s.exec(lean) ?? [];
    const ours = new Function('React', 'IconContext', 'makeIcon', `return ${call}`)(
      React,
      IconContext,
      makeIcon,
    );
    const theirs = load(
      `@arco-design/web-react/icon/react-icon-cjs/${path.basename(path.dirname(file))}`,
    ).default;
    for (const props of [{}, { spin: true, className: 'big', style: { color: 'red' } }])
      expect(markup(ours, props), file).toBe(markup(theirs, props));
  }
});

test('an icon in an unknown format fails the build', () => {
  const read = () => arcoIconLoader.call({ resourcePath: 'IconNew/index.js' }, 'export default () => null');
  expect(read).toThrow('IconNew/index.js');
});

/** The order of attributes does not matter. */
function markup(icon: unknown, props: object): string {
  return renderToStaticMarkup(React.createElement(icon, props)).replace(
    /^<svg ([^>]*)>/,
    (_: string, attributes: string) =>
      attributes
        .split(/ (?=[\w-]+=)/)
        .sort()
        .join(' '),
  );
}
