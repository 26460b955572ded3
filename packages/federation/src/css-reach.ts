import { type AreaManifest, scopeName, scopeSelector } from '@tollgate/contract';

/**
 * Returns how a stylesheet of a build reaches beyond the build's part of the page; empty when it does not. A
 * stylesheet that browsers might read in another way than this function does counts as reaching. A card of an area that
 * stays in the window would cover the console; areas of a framework of their own have dialogs of their own.
 */
export function findCssReach(css: string, area: Pick<AreaManifest, 'id' | 'buildId' | 'contract'>): string[] {
  const scope = squeeze(scopeSelector(area.id, area.buildId));
  const found: string[] = [];
  const open: Block[] = [];
  let statement = '';
  for (const token of tokens(css)) {
    if (token === undefined) return [`cannot be checked near "${statement.slice(-60).trim()}"`];
    if (token !== '{' && token !== '}' && token !== ';') {
      statement += token;
      continue;
    }
    if (levels(statement).end !== 0) return [`has a bracket without its other half in "${statement.trim()}"`];
    if (token !== '{' && area.contract !== 2 && FIXED.test(statement)) found.push(STAYS);
    if (token === '{') {
      const block = readBlock(statement.trim(), open.at(-1));
      if (block.kind === 'rule') found.push(...ruleFaults(block.prelude, scope));
      if (block.kind === 'at') found.push(...atRuleFaults(block.prelude, scopeName(area.id, area.buildId)));
      open.push(block);
    } else if (token === '}') {
      if (!open.pop()) return ['has a brace too many'];
    } else if (statement.trim().startsWith('@')) found.push(`${nameOf(statement)} is not for areas`);
    statement = '';
  }
  return open.length > 0 || statement.trim() ? ['ends within a rule'] : found;
}

const FIXED = /^\s*position\s*:\s*fixed\b/i;
const STAYS =
  '"position: fixed" would cover the console; use "sticky" or "absolute", or a dialog or drawer of the kit';

interface Block {
  /** `frame`: a step of an animation, whose prelude is no selector. */
  kind: 'rule' | 'at' | 'frame';
  prelude: string;
}

function readBlock(prelude: string, parent: Block | undefined): Block {
  if (prelude.startsWith('@')) return { kind: 'at', prelude };
  const isFrame = parent?.kind === 'at' && KEYFRAMES.test(parent.prelude);
  return { kind: isFrame ? 'frame' : 'rule', prelude };
}

function ruleFaults(prelude: string, scope: string): string[] {
  return levels(prelude)
    .parts.filter((selector) => !endsInScope(squeeze(selector), scope))
    .map((selector) => `"${selector.trim().slice(0, 100)}" is not limited to the area`);
}

/** The scope is in the last compound, at its own level: only pseudo-elements and their states follow. */
function endsInScope(selector: string, scope: string): boolean {
  const at = selector.lastIndexOf(scope);
  if (at === -1 || levels(selector.slice(0, at)).end !== 0) return false;
  return /^(?:::?[\w-]+(?:\([^()]*\))?)*$/.test(selector.slice(at + scope.length));
}

function atRuleFaults(prelude: string, scope: string): string[] {
  const rule = nameOf(prelude);
  if (CONDITIONS.has(rule)) return [];
  if (!KEYFRAMES.test(prelude)) return [`${rule} is not for areas`];
  const animation = prelude.slice(rule.length).trim();
  const expected = `${scope.replace('.', '-')}-`;
  return animation.startsWith(expected) ? [] : [`the animation ${animation} must begin with ${expected}`];
}

/** They only say when the rules in them apply. Others define something for the whole page. */
const CONDITIONS = new Set(['@media', '@supports', '@container', '@starting-style']);
const KEYFRAMES = /^@(?:-\w+-)?keyframes\b/i;

function nameOf(statement: string): string {
  return /^@[\w-]+/.exec(statement.trim())?.[0].toLowerCase() ?? '@';
}

/**
 * Without comments; texts, `url(…)` and escaped signs as one token each. Undefined for what browsers read in ways of
 * their own: texts and comments without an end, and escaped letters, which may spell `url(`.
 */
function* tokens(css: string): Generator<string | undefined> {
  for (const { 0: token } of css.matchAll(TOKEN)) {
    if (token.startsWith('/*') && token.length > 3) continue;
    const isClear = !UNCLEAR.test(token);
    yield isClear ? token : undefined;
    if (!isClear) return;
  }
}

const TOKEN =
  /\/\*[\s\S]*?\*\/|"(?:[^"\\\n\r\f]|\\[\s\S])*"|'(?:[^'\\\n\r\f]|\\[\s\S])*'|url\(\s*[^"'()\s\\]*\s*\)|url\(\s*(?=["'])|url\(\s*[^\s"']|\\[\s\S]?|\/\*|<!--|-->|[\s\S]/gi;
const UNCLEAR = /^(?:["']|url\(\s*[^\s"')]|\/\*|<!--|-->|\\[\w\s]?)$/i;

/** The parts of a list at its own level, and the level at its end: 0 when every bracket has its other half. */
function levels(text: string): { parts: string[]; end: number } {
  const parts: string[] = [''];
  let level = 0;
  for (const { 0: token } of text.matchAll(TOKEN)) {
    if (token.endsWith('(') || token === '[') level++;
    if (token === ')' || token === ']') level--;
    if (token === ',' && level === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return { parts, end: level };
}

/** A minified stylesheet leaves out quotes and spaces. */
function squeeze(selector: string): string {
  return selector
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([,>+~=]) ?/g, '$1')
    .replace(/([([]) /g, '$1')
    .replace(/ ([)\]])/g, '$1')
    .replace(/=(["'])([\w.-]+)\1/g, '=$2')
    .replace(/\\\./g, '.');
}
