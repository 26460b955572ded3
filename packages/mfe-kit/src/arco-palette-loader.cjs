// Arco's base styles open with twenty ramps of ten colors, twice. Ours come before them (see arco.ts of the design
// tokens), so that a browser would fetch them for nothing. The build stops when there is nothing to leave out any more,
// so that an upgrade of the library cannot bring them back unnoticed.
module.exports = function arcoPaletteLoader(source) {
  const lean = source.replace(/--(?!color-|border-|font-)[a-z-]+-\d+:[^;}]+;?/g, '');
  if (lean === source) throw new Error(`No colours to leave out of ${this.resourcePath}.`);
  return lean;
};
