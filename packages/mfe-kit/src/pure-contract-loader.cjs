// Every constant of the contract is made by a call, of which a bundler cannot know that nothing else depends on it: one
// endpoint brought all schemas of its file. Here each value comes from a function that is marked as pure, so that a build
// has only the endpoints that it names.
const CONSTANT = /^(?:export )?const \w+(?::[^=\n]+)? =\s/gm;

module.exports = function pureContractLoader(source) {
  let result = '';
  let done = 0;
  for (const match of source.matchAll(CONSTANT)) {
    const start = match.index + match[0].length;
    const end = findEnd(source, start);
    const value = source.slice(start, end);
    if (end < 0 || !value.includes('(') || /^(?:async )?(?:\([^()]*\)|\w+)(?:: [^=]+)? =>/.test(value))
      continue;
    result += `${source.slice(done, start)}/*#__PURE__*/ (() => (${value}))()`;
    done = end;
  }
  return result + source.slice(done);
};

/** Returns the position of the semicolon that ends the value which starts at `position`. */
function findEnd(source, position) {
  let depth = 0;
  const token =
    /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|(?<=[=(,:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\/|[([{]|[)\]}]|;/g;
  token.lastIndex = position;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    if (/^[([{]$/.test(match[0])) depth += 1;
    else if (/^[)\]}]$/.test(match[0])) depth -= 1;
    else if (match[0] === ';' && depth === 0) return match.index;
  }
  return -1;
}
