// Texts of the console are in the format of i18next. The module is shared whole, so every visitor would fetch the
// components for ICU texts with their table of HTML entities, which nothing can use here.
const ICU = /^export \{ IcuTrans\w* \} from '[^']+';\n/gm;

module.exports = function leanI18nextLoader(source) {
  const lean = source.replace(ICU, '');
  if (lean === source) throw new Error(`No ICU components to leave out of ${this.resourcePath}.`);
  return lean;
};
