import { parseArgs } from 'node:util';
import { retireArea } from '@tollgate/contract';
import { callGateway, type Gateway, showCommand } from './call-gateway.ts';
import { CommandError } from './command-error.ts';

/**
 * `retire <area> [--to /token] [--redirect /bill/:id=/invoice/:id ...] --reason <why>`: takes an area out of the
 * console and says where its addresses lead.
 *
 * @throws {CommandError} that names the missing argument
 */
export async function retire(rest: string[], gateway: Gateway): Promise<string> {
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options });
  const [id] = positionals;
  if (!id || !values.reason)
    throw new CommandError(
      `Say ${gateway.isInArea ? '' : 'which and '}why: ${showCommand(gateway, 'retire', '--to /token --reason "moved to tokens"')}`,
    );
  const redirects = Object.fromEntries(values.redirect.map(readRedirect));
  const sent = { id, to: values.to, redirects, reason: values.reason };
  const { addresses, missed } = await callGateway(retireArea, sent, gateway);
  return [
    `The area ${id} is retired: no user gets it. Its builds are deleted after 30 days; until then "rollback" brings it back.`,
    ...addresses.map(({ path, to }) => `  ${path}  ${to ? `leads to ${to}` : 'is gone'}`),
    ...missed.map((sentence) => `Other areas miss something now: ${sentence}`),
  ].join('\n');
}

const options = {
  to: { type: 'string', default: '' },
  redirect: { type: 'string', multiple: true, default: [] as string[] },
  reason: { type: 'string' },
} as const;

function readRedirect(text: string): [string, string] {
  const [path = '', to = ''] = text.split('=');
  if (path.startsWith('/') && to.startsWith('/')) return [path, to];
  throw new CommandError(`"${text}" is no redirect. Write --redirect /bill/:id=/invoice/:id`);
}
