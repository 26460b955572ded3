// Turns `import { DataTable, Chart } from '@tollgate/ui/data'` into one import of each part that has these names. What
// no part has, such as a type, keeps the import of the whole; the compiler removes it when only types are left.
const IMPORT = /import \{([^}]*)\} from (['"])(@tollgate\/ui\/(?:data|form))\2;?/g;

module.exports = function kitPartsLoader(source) {
  const { parts } = this.getOptions();
  return source.replaceAll(IMPORT, (_, list, quote, whole) => {
    const byPart = new Map();
    for (const specifier of list.split(',').map((one) => one.trim())) {
      if (specifier === '' || specifier.startsWith('type ')) continue;
      const part = parts[specifier.split(/\s+as\s+/)[0]] ?? whole;
      byPart.set(part, [...(byPart.get(part) ?? []), specifier]);
    }
    // On one line: a stack of an error names the lines of the source.
    const lines = list.replace(/[^\n]/g, '');
    const imports = [...byPart].map(
      ([part, names]) => `import { ${names.join(', ')} } from ${quote}${part}${quote};`,
    );
    return imports.join(' ') + lines;
  });
};
