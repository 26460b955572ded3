import path from 'node:path';

/** Rewrites Arco files that set a style attribute as text; see css-text-loader.cjs. */
export const cssTextRule = {
  test: [
    /@arco-design\/web-react\/es\/Input\/autoSizeTextAreaHeight\.js$/,
    /@arco-design\/web-react\/es\/_hooks\/useWatermark\/index\.js$/,
    /@arco-design\/web-react\/es\/Typography\/useCssEllipsis\.js$/,
  ],
  use: [path.join(import.meta.dirname, 'css-text-loader.cjs')],
};
