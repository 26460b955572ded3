import { parseSync } from '@swc/core';

/** Something that a rule can match in a source file: a call, an attribute, or a property name. */
export interface Fact {
  kind: 'call' | 'attribute' | 'member' | 'sql' | 'text';
  /**
   * `fetch`, `Math.random`, `.insertInto` (called on a longer expression). For `sql` the text of the
   * template. For `text` the text between the tags of an element, except code.
   */
  name: string;
  /** The first argument of a call, or the value of an attribute, when it is a plain string. */
  argument?: string;
  line: number;
}

/**
 * Parses a TypeScript source, so that comments and strings are never mistaken for code. @throws when it does not parse.
 */
export function readFacts(source: string): Fact[] {
  // The leading statement marks position 0: swc counts positions over all files that it has parsed.
  const bytes = Buffer.from(`;${source.replace(/^#!/, '//')}`); // a shebang line is not code
  const module = parseSync(bytes.toString(), { syntax: 'typescript', tsx: isTsx(source), target: 'esnext' });
  const start = (module.body[0] as unknown as Node).span?.start ?? 0;
  const facts: Fact[] = [];
  walk(module.body, (node) => {
    const fact = toFact(node);
    if (!fact) return;
    const offset = (node.span?.start ?? start) - start;
    facts.push({ ...fact, line: bytes.subarray(0, offset).toString().split('\n').length });
  });
  return facts;
}

interface Node {
  type: string;
  span?: { start: number };
  [key: string]: unknown;
}

/** `<T>value` is a cast in .ts and an element in .tsx; this repository has no such casts, so generics decide. */
function isTsx(source: string): boolean {
  return /<\/|\/>/.test(source);
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if ('type' in value) visit(value as Node);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

function toFact(node: Node): Omit<Fact, 'line'> | undefined {
  switch (node.type) {
    case 'CallExpression': {
      const [first] = node.arguments as { expression: Node }[];
      const argument =
        first?.expression.type === 'StringLiteral' ? String(first.expression.value) : undefined;
      return { kind: 'call', name: nameOf(node.callee as Node), ...(argument !== undefined && { argument }) };
    }
    case 'JSXAttribute': {
      const value = node.value as Node | undefined;
      const argument = value?.type === 'StringLiteral' ? String(value.value) : undefined;
      return {
        kind: 'attribute',
        name: nameOf(node.name as Node),
        ...(argument !== undefined && { argument }),
      };
    }
    case 'JSXElement': {
      const isCode = /^(code|kbd|pre|samp)$/.test(nameOf((node.opening as Node).name as Node));
      return isCode ? undefined : { kind: 'text', name: textOf(node.children as Node[]) };
    }
    case 'JSXFragment':
      return { kind: 'text', name: textOf(node.children as Node[]) };
    case 'MemberExpression':
      return { kind: 'member', name: nameOf(node.property as Node) };
    case 'TaggedTemplateExpression': {
      const { quasis } = node.template as unknown as { quasis: { raw: string }[] };
      return { kind: 'sql', name: quasis.map(({ raw }) => raw).join('?') };
    }
    default:
      return undefined;
  }
}

/** Returns the text among the children of an element: plain, or as a string in braces. */
function textOf(children: Node[]): string {
  return children
    .map((child) => (child.type === 'JSXExpressionContainer' ? (child.expression as Node) : child))
    .map(({ type, value }) => (type === 'JSXText' || type === 'StringLiteral' ? String(value) : ''))
    .join('');
}

/** Returns `a`, `a.b`, or `.b` when the object is more than a name. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return String(node.value);
  if (node.type !== 'MemberExpression') return '';
  const object = node.object as Node;
  return `${object.type === 'Identifier' ? object.value : ''}.${nameOf(node.property as Node)}`;
}
