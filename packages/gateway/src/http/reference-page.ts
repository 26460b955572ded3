import { escapeHtml } from './html.ts';
import type { ApiDescription, JsonSchema, Operation } from './openapi.ts';

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** The API reference as plain HTML without scripts, one section for each resource. */
export function renderReference({ paths }: ApiDescription): string {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Map.groupBy(entries, ({ operation }) => operation.tags[0] as string);
  const links = [...groups.keys()]
    .map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`)
    .join(' ');
  const sections = [...groups].map(([name, group]) => section(name, group)).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tollgate API</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>Tollgate console API</h1>
<p>Also for programs: <a href="/api/openapi.json">openapi.json</a></p><nav>${links}</nav></header>
<main>${sections}</main></body></html>
`;
}

function section(name: string, entries: Entry[]): string {
  return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${entries.map(article).join('\n')}</section>`;
}

function article({ method, path, operation }: Entry): string {
  const fields = (operation.parameters ?? []).map(({ name, in: place, required, schema }) => ({
    name: required ? `${name} *` : name,
    place,
    schema,
  }));
  const body = operation.requestBody?.content['application/json'].schema;
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    fields.push({
      name: body?.required?.includes(name) ? `${name} *` : name,
      place: 'body' as never,
      schema,
    });
  }
  return `<article><h3><code class="${method.toLowerCase()}">${method}</code> <code>${escapeHtml(path)}</code>
<small>${escapeHtml(operation['x-access'])}</small></h3><p>${escapeHtml(operation.summary)}</p>
${fields.length > 0 ? table(fields) : ''}<details><summary>Answer</summary><pre>${escapeHtml(answerOf(operation))}</pre></details></article>`;
}

function table(fields: { name: string; place: string; schema: JsonSchema }[]): string {
  const rows = fields.map(
    ({ name, place, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${escapeHtml(typeOf(schema))}</td></tr>`,
  );
  return `<table><thead><tr><th>Field</th><th>In</th><th>Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function answerOf({ responses }: Operation): string {
  return JSON.stringify((responses as { 200: { content: unknown } })[200].content, null, 2);
}

function typeOf(schema: JsonSchema): string {
  const { type, anyOf, ...rest } = schema;
  const kinds = Array.isArray(anyOf) ? anyOf.map((option) => typeOf(option as JsonSchema)) : [type].flat();
  const limits = Object.entries(rest)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`);
  return [kinds.filter(Boolean).join(' or '), ...limits].filter(Boolean).join(', ');
}

export const stylesheet = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
nav a{margin-right:.75rem}
article{border-top:1px solid #8884;padding:.5rem 0}
h3{font-size:1rem;margin:.5rem 0}
h3 small{float:right;font-weight:normal;opacity:.8}
code.get{color:#0a7d4f}code.post{color:#2f5bd7}code.put{color:#a15c00}code.delete{color:#c5303b}
@media (prefers-color-scheme:dark){code.get{color:#4fd69c}code.post{color:#8fadff}code.put{color:#ffb454}code.delete{color:#ff8f96}}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #8882;overflow-wrap:anywhere}
pre{overflow:auto;font-size:.8125rem}
`;
