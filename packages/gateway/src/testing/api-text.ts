import * as contract from '@tollgate/contract';
import { type Endpoint, errorStatus, parseAddress } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import sentences from '@tollgate/i18n/errors/en' with { type: 'json' };
import { registry, toJSONSchema } from 'zod';
import { type JsonSchema, typeText } from './type-text.ts';

/** Returns the reference of the console API as Markdown, from the contract: the text of `docs/api.md`. */
export function describeInMarkdown(): string {
  const groups = Map.groupBy(endpoints, (endpoint) => titleOf(endpoint));
  const sections = titles.map(
    (title) => `## ${title}\n\n${(groups.get(title) ?? []).map(article).join('\n')}`,
  );
  return `${introduction(endpoints.length)}\n${sections.join('\n')}\n${records()}\n${errors()}`;
}

/** Titles by the first part of the path; the longest match applies. */
const titleOfPath: Record<string, string> = {
  '/api/setup': 'Setup and site',
  '/api/status': 'Setup and site',
  '/api/incident': 'Setup and site',
  '/api/notice': 'Setup and site',
  '/api/about': 'Setup and site',
  '/api/home_page_content': 'Setup and site',
  '/api/pricing': 'Prices and groups',
  '/api/price': 'Prices and groups',
  '/api/group': 'Prices and groups',
  '/api/user/groups': 'Prices and groups',
  '/api/user/login': 'Signing in',
  '/api/user/logout': 'Signing in',
  '/api/user/register': 'Signing in',
  '/api/user/reset': 'Signing in',
  '/api/verification': 'Signing in',
  '/api/reset_password': 'Signing in',
  '/api/oauth': 'Signing in',
  '/api/user/self': 'Own account',
  '/api/user/models': 'Own account',
  '/api/user/token': 'Own account',
  '/api/user/aff': 'Own account',
  '/api/user/setting': 'Own account',
  '/api/user/topup': 'Wallet',
  '/api/user/amount': 'Wallet',
  '/api/user/pay': 'Wallet',
  '/api/user/epay': 'Wallet',
  '/api/user/ledger': 'Wallet',
  '/api/user/:id/ledger': 'Wallet',
  '/api/notification': 'Own account',
  '/api/user': 'Users',
  '/api/redemption': 'Redemption codes',
  '/api/limit': 'Limits',
  '/api/token': 'API tokens',
  '/api/usage': 'API tokens',
  '/api/channel': 'Channels',
  '/api/models': 'Channels',
  '/api/option': 'Options',
  '/api/log': 'Usage log and charts',
  '/api/data': 'Usage log and charts',
  '/api/mj': 'Drawings and tasks',
  '/api/task': 'Drawings and tasks',
  '/api/audit': 'Audit log',
  '/api/console': 'Builds of the console',
};
const titles = [...new Set(Object.values(titleOfPath))];

function titleOf({ address }: Endpoint): string {
  const { path } = parseAddress(address);
  const starts = Object.keys(titleOfPath).filter((start) => path === start || path.startsWith(start));
  const longest = starts.toSorted((a, b) => b.length - a.length)[0];
  if (!longest) throw new Error(`docs/api.md has no section for ${address}`);
  return titleOfPath[longest] as string;
}

function article(endpoint: Endpoint): string {
  const { method, path, params } = parseAddress(endpoint.address);
  const input = schemaOf(endpoint.input, 'input');
  const required = new Set(input.required ?? []);
  const hasBody = method === 'POST' || method === 'PUT';
  const fields = Object.entries(input.properties ?? {}).map(([name, schema]) => {
    const inQuery = !hasBody || endpoint.query?.includes(name);
    const place = params.includes(name) ? 'path' : inQuery ? 'query' : 'body';
    return `- \`${name}\`${required.has(name) ? '' : '?'} in the ${place}: ${typeText(schema)}`;
  });
  const lines = [
    `### \`${method} ${path}\``,
    '',
    `${endpoint.summary} ${notesOf(endpoint)}`,
    '',
    ...(fields.length > 0 ? [...fields, ''] : []),
    `Answer: ${answerOf(endpoint)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function notesOf({ access, areaRight, changes, limit, onDemoSite, bearer, address }: Endpoint): string {
  const notes = [
    `Access: ${access}${areaRight ? `, or the area right \`${areaRight}\`` : ''}.`,
    changes && 'Also answers to POST, and is guarded like a write.',
    limit && 'Counts against the tight limit of tries.',
    onDemoSite && address.startsWith('POST') && 'A demo site allows it too.',
    bearer && `\`${bearer}\` better comes as \`Authorization: Bearer\`.`,
  ];
  return notes.filter(Boolean).join(' ');
}

function answerOf({ answer, output, emptyMessage, done }: Endpoint): string {
  const schema = schemaOf(output, 'output');
  const type = typeText(schema);
  if (answer === 'stream')
    return `a file with the columns ${Object.keys(schema.properties ?? {})
      .map((name) => `\`${name}\``)
      .join(', ')}.`;
  if (answer === 'text') return `one word as plain text: ${type}.`;
  if (answer === 'redirect') return 'the browser is sent on.';
  if (answer === 'spread') return `in addition to \`success\`: ${type}.`;
  if (output._zod.def.type === 'undefined')
    return done ? 'no data, and in `message` a sentence for the caller.' : 'no data.';
  return `${type}${emptyMessage ? `, or nothing and the message \`${emptyMessage}\`` : ''}.`;
}

/** Records that several responses share, with their names in this document. */
const named = {
  User: contract.user,
  Session: contract.userSession,
  Token: contract.token,
  Channel: contract.channel,
  ChannelTag: contract.channelTag,
  ChannelType: contract.channelType,
  Model: contract.modelCard,
  Redemption: contract.redemption,
  Limit: contract.limitRule,
  LimitWindow: contract.limitWindow,
  OwnLimit: contract.ownLimit,
  TopUp: contract.topUp,
  LedgerEntry: contract.ledgerEntry,
  LogEntry: contract.logEntry,
  UsageHour: contract.usageHour,
  Drawing: contract.drawing,
  Task: contract.task,
  Price: contract.pricingEntry,
  Option: contract.optionRow,
  AuditEntry: contract.auditEntry,
};
const names = registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });
names.add(contract.queryInteger, { id: 'integer' });
names.add(contract.queryFlag, { id: 'flag' });

function records(): string {
  const shown = Object.entries(named).map(([name, schema]) => {
    const { $defs } = schemaOf(schema, 'output') as { $defs: Record<string, JsonSchema> };
    const { properties = {} } = $defs[name] as JsonSchema;
    const fields = Object.entries(properties).map(([field, type]) => `- \`${field}\`: ${typeText(type)}`);
    return `### ${name}\n\n${fields.join('\n')}\n`;
  });
  return `## Records\n\n${shown.join('\n')}`;
}

function errors(): string {
  const rows = Object.entries(errorStatus)
    .filter(([code]) => code !== 'network')
    .map(([code, status]) => `- \`${code}\` (${status}): ${sentences[code as keyof typeof sentences]}`);
  return `## Errors\n\nCode, HTTP status, and what \`message\` says in English, with its \`details\` as \`{{names}}\`.\n\n${rows.join('\n')}\n`;
}

function schemaOf(schema: Endpoint['input'], io: 'input' | 'output'): JsonSchema {
  return toJSONSchema(schema, { io, unrepresentable: 'any', metadata: names as never }) as JsonSchema;
}

function introduction(count: number): string {
  return `# Console API

The ${count} endpoints of \`/api\`, made from \`packages/contract\`; a running gateway shows the same at \`/api/docs\` and \`/api/openapi.json\`. After a change of the contract: \`pnpm exec vitest run packages/gateway/src/http/api-text.test.ts -u\`.

- **Answers** are \`{ success, message, data }\`. What is refused for a reason of the business answers with HTTP 200 and \`success: false\`, a \`code\`, \`details\` and the \`request_id\` that every answer also has in \`X-Oneapi-Request-Id\`.
- **Who calls**: the session cookie, or the system access token as \`Authorization: Bearer\`; with either, the id of the user in \`New-Api-User\`. Levels are public, maybe-user, user, admin (role 10), root (role 100). An area right, of a user or of a deploy token for one area, admits callers whose role does not.
- **Writes**, and those GETs that are marked as guarded in the same way, are refused when another site's page sends them, and answer 405 on a demo site.
- **Addresses** are served with and without a slash at the end. Fields in a body have their own JSON type: a number is no text. Null counts as nothing where a field cannot be null.
- **Pages** hold 10 rows, up to 100 with \`page_size\`. \`cursor\` takes the \`next_cursor\` of the page before.
- **Limits**: 429 with \`Retry-After\`.
`;
}
