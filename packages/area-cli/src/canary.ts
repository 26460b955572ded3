import { parseArgs } from 'node:util';
import { type Input, Role, setCanary } from '@tollgate/contract';
import { callGateway, type Gateway, showCommand } from './call-gateway.ts';
import { CommandError } from './command-error.ts';

const MINUTES = '10';

/**
 * `canary <area> <build> [<percent>] [--plan 1,10,50,100 [--every <minutes>]] [--roles admin,root] [--users
 * 7,8]`: gives a build to some users: by percentage, by a plan or by name.
 *
 * @throws {CommandError} that names the missing argument
 */
export async function startCanary(rest: string[], gateway: Gateway): Promise<string> {
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options });
  const [id = '', build_id = '', share] = positionals;
  const isNamed = values.roles !== undefined || values.users !== undefined;
  if (!build_id || (share === undefined && values.plan === undefined && !isNamed))
    throw new CommandError(
      `Say who gets it: ${showCommand(gateway, 'canary', '<build> 5')}, or --plan 1,10,50,100, or --roles admin`,
    );
  const plan = values.plan === undefined ? undefined : readPlan(values.plan, values.every);
  const percent = share === undefined ? 0 : readNumber(share);
  const roles = listOf(values.roles).map(readRole);
  const users = listOf(values.users).map(readUserId);
  const sent: Input<typeof setCanary> = { id, build_id, percent, roles, users, ...(plan && { plan }) };
  await callGateway(setCanary, sent, gateway);
  const begins = `${describeUsers(plan?.steps[0] ?? percent, sent)} get build ${build_id} of ${id} now.`;
  if (!plan) return begins;
  const later = plan.steps.slice(1).map((step) => `${step} %`);
  return `${begins} Then ${[...later, 'everybody'].join(', ')}: after ${plan.minutes} minutes and 50 loads each, as long as it does well.`;
}

const options = {
  plan: { type: 'string' },
  every: { type: 'string', default: MINUTES },
  roles: { type: 'string' },
  users: { type: 'string' },
} as const;

/** `5 % of the users, all with the role admin and 1 named user`. */
function describeUsers(
  percent: number,
  { roles = [], users = [] }: Pick<Input<typeof setCanary>, 'roles' | 'users'>,
): string {
  const names = Object.entries(Role).flatMap(([name, role]) => (roles.includes(role) ? [name] : []));
  const parts = [
    `${percent} % of the users`,
    ...(names.length > 0 ? [`all with the role ${names.join(' or ')}`] : []),
    ...(users.length > 0 ? [`${users.length} named user${users.length > 1 ? 's' : ''}`] : []),
  ];
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

function readUserId(text: string): number {
  if (/^[1-9]\d*$/.test(text.trim())) return Number(text);
  throw new CommandError(
    `"${text}" is no id of a user. Write ids, which the page Users of the console lists: --users 7,8`,
  );
}

function readPlan(steps: string, minutes: string) {
  return { steps: listOf(steps).map(readNumber), minutes: readNumber(minutes) };
}

function readRole(name: string): number {
  const role = Object.hasOwn(Role, name) ? Role[name as keyof typeof Role] : undefined;
  if (!role) throw new CommandError(`There is no role "${name}". Roles: user, admin, root.`);
  return role;
}

function readNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new CommandError(`"${text}" is no number.`);
  return number;
}

function listOf(text = ''): string[] {
  return text.split(',').filter(Boolean);
}
