// Every icon of Arco repeats the same forty lines around its drawing. Here the drawing is kept and the lines are shared;
// 282 icons are alike in this. The build stops at one that is not, so that an upgrade of the library is noticed.
const { existsSync } = require('node:fs');
const path = require('node:path');

/** In the published kit it is compiled. */
const HELPER = ['arco-icon.ts', 'arco-icon.js'].map((name) => path.join(__dirname, name)).find(existsSync);

module.exports = function arcoIconLoader(source) {
  const [, attributes, drawing = ''] =
    /createElement\("svg", _extends\((\{[^}]*\}), props\)(?:, ([\s\S]*?))?\);\n\}\n/.exec(source) ?? [];
  const [, name] = /"-icon "\)\.concat\(prefixCls, "-icon-([\w-]+)"\)/.exec(source) ?? [];
  if (!attributes || !name)
    throw new Error(`Arco draws the icon of ${this.resourcePath} in another way now.`);
  const helper = JSON.stringify(HELPER);
  return [
    "import React from 'react';",
    "import { IconContext } from '../context';",
    `import { makeIcon } from ${helper};`,
    `export default /*#__PURE__*/ makeIcon(React, IconContext, '${name}', [${attributes}, ${drawing}]);`,
  ].join('\n');
};
