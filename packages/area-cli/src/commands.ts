import { parseArgs } from 'node:util';
import {
  declinePromotion,
  killArea,
  listAreas,
  type Output,
  promoteBuild,
  reviveArea,
  rollBackArea,
} from '@tollgate/contract';
import { callGateway, type Gateway } from './call-gateway.ts';
import { startCanary } from './canary.ts';
import { asCiJob, printCiToken } from './ci-token.ts';
import { CommandError } from './command-error.ts';
import { describePromotion } from './describe-promotion.ts';
import { asSentence, refuseUnknownOptions } from './options.ts';
import { preview } from './preview.ts';
import { examineArea, makeSigningKey, publishArea } from './publish.ts';
import { retire } from './retire.ts';
import { carry, diff } from './two-consoles.ts';

/**
 * Publishes builds of areas and decides who gets them, at a running gateway. Returns the text to print; undefined for
 * an action that is not among these. @throws {CommandError}
 */
export async function runAreaCommand(
  [action = '', ...rest]: string[],
  gateway: Gateway,
): Promise<string | undefined> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) return undefined;
  refuseUnknownOptions(action, rest);
  const job = await asCiJob([action, ...rest], gateway);
  try {
    return await run(job.args.slice(1), job.gateway);
  } catch (error) {
    throw asSentence(error);
  }
}

const actions: Record<string, (rest: string[], gateway: Gateway) => Promise<string>> = {
  publish: publishArea,
  doctor: examineArea,
  keygen: makeSigningKey,
  list,
  diff,
  async promote(rest, gateway) {
    if (rest.includes('--from')) return await carry(rest, gateway);
    const [id, build_id] = needed(rest, 2);
    return describePromotion({ id, build_id }, await callGateway(promoteBuild, { id, build_id }, gateway));
  },
  async decline(rest, gateway) {
    const [id] = needed(rest, 1);
    await callGateway(declinePromotion, { id }, gateway);
    return `No promotion of ${id} waits any more.`;
  },
  'ci-token': printCiToken,
  canary: startCanary,
  retire,
  preview,
  async rollback(rest, gateway) {
    const [id] = needed(rest, 1);
    const stable = await callGateway(rollBackArea, { id }, gateway);
    return stable
      ? `Everybody gets build ${stable} of ${id} again.`
      : `No published build of ${id} is stable now. Users get the bundled build where there is one, otherwise none.`;
  },
  async kill(rest, gateway) {
    const { id, build_id, reason } = switching(rest);
    await callGateway(killArea, { id, build_id, reason }, gateway);
    return `${build_id ? `Build ${build_id} of ${id}` : `The area ${id}`} is switched off.`;
  },
  async revive(rest, gateway) {
    const { id, build_id, reason } = switching(rest);
    await callGateway(reviveArea, { id, build_id, reason }, gateway);
    return `${build_id ? `Build ${build_id} of ${id}` : `The area ${id}`} is given out again.`;
  },
};

async function list(_: string[], gateway: Gateway): Promise<string> {
  const areas = await callGateway(listAreas, {}, gateway);
  return areas.map(describe).join('\n');
}

function describe(area: Output<typeof listAreas>[number]): string {
  const { id, stable, canary, approval, killed, retired, builds } = area;
  const isBundled = builds.some(({ source }) => source === 'bundled');
  const state = killed
    ? `  switched off: ${killed}`
    : retired
      ? `  retired: ${retired.reason}`
      : `  stable ${stable || (isBundled ? 'bundled' : 'none')}`;
  const untrusted = builds.filter(({ publish_key }) => publish_key?.state === 'revoked');
  const isStopped = untrusted.some(({ build_id }) => build_id === canary?.build_id);
  const share = canary
    ? `, canary ${canary.build_id} ${canary.percent} % (${canary.verdict})${planned(canary.plan, isStopped)}`
    : '';
  const lines = builds
    .slice(0, 10)
    .map(({ build_id, version, source, built_at, revoked, health, publish_key }) => {
      const counts = `${health.loads} loads, ${health.failures} failures, ${health.crashes} crashes`;
      const off = revoked ? `  off: ${revoked}` : '';
      const key =
        publish_key?.state === 'revoked' ? `  not trusted: key ${publish_key.name} was revoked` : '';
      return `  ${build_id}  ${version}  ${source}  ${built_at}  ${counts}${off}${key}`;
    });
  const { request } = approval;
  const waiting = request
    ? `\n  ${request.build_id} waits for another person: requested by ${request.username}`
    : approval.needed
      ? '\n  promotions need another person'
      : '';
  return [id, state + share + waiting, ...lines].join('\n');
}

function planned(plan: { steps: number[]; next_at: number } | null, isStopped: boolean): string {
  if (!plan) return '';
  if (isStopped) return ', plan stopped';
  const next =
    plan.next_at === 0 ? 'at its end' : `next not before ${new Date(plan.next_at * 1000).toISOString()}`;
  return `, plan ${plan.steps.join(' → ')} %, ${next}`;
}

function switching(rest: string[]): { id: string; build_id: string; reason: string } {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { build: { type: 'string', default: '' }, reason: { type: 'string' } },
  });
  const [id] = needed(positionals, 1);
  if (!values.reason) throw new CommandError('Say why: --reason "shows foreign rows"');
  return { id, build_id: values.build, reason: values.reason };
}

function needed(rest: string[], count: number): [string, string] {
  if (rest.length < count) throw new CommandError(commandHelp);
  return [rest[0] ?? '', rest[1] ?? ''];
}

/** What each action is for, one a line. */
export const commandHelp = `  keygen                              print a fresh pair of keys for signing builds
  doctor <folder>                     see whether a build is in order
  publish <folder>                    sign a build and send it to the gateway
  preview <area> <build>              print a link that opens this build for people who may watch the area
  list                                areas, channels, builds and how they do
  promote <area> <build>              give a build to everybody
  decline <area>                      decline the promotion that waits for another person
  promote <area> --from <address> [--to <address>]   give everybody here what everybody has at another console
  diff --from <address> [--to <address>]             compare what two consoles give everybody
  ci-token <area>                     exchange the ID token of a job of a build server; prints what its shell exports
                                      (any other action: --oidc does so for this one)
  canary <area> <build> <percent>     give a build to a share of the users
  canary <area> <build> --plan 1,10,50,100 [--every <minutes>]   let the share grow while the build does well
  canary <area> <build> --roles admin [--users 7,8]              give it to those who are named, users by their ids
  rollback <area>                     give everybody the stable build before this one
  kill <area> [--build <id>] --reason <why>     switch a build or an area off
  revive <area> [--build <id>] --reason <why>   take that back
  retire <area> [--to <page>] [--redirect <page>=<page>] --reason <why>   take an area out of the console`;
