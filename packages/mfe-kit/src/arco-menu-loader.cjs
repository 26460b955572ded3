// A menu of Arco asks whether it is in a folded sidebar of Arco, which the kit does not have. That one context brought the
// layout and a box with movable edges into every page with a menu.
const IMPORT = "import { SiderContext } from '../Layout';";

module.exports = function arcoMenuLoader(source) {
  const lean = source.replace(IMPORT, 'var SiderContext = React.createContext({});');
  if (lean === source || !/import React\b/.test(source))
    throw new Error(`No layout to leave out of ${this.resourcePath}.`);
  return lean;
};
