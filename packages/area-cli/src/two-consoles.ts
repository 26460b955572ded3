import { parseArgs } from 'node:util';
import { getBuild, listAreas, type Output, promoteBuild, publishBuild } from '@tollgate/contract';
import { callGateway, type Gateway } from './call-gateway.ts';
import { CommandError } from './command-error.ts';

type ListedArea = Output<typeof listAreas>[number];

/**
 * `promote <area> [<build>] --from <address> [--to <address>]`: gives everybody of one console the build that
 * everybody of another one has, with its signature. The console checks it as if the team sent it.
 *
 * @throws {CommandError} when there is no such build, or a console refuses
 */
export async function carry(rest: string[], gateway: Gateway): Promise<string> {
  const { source, target, positionals } = readConsoles(rest, gateway);
  const [id, named] = positionals;
  if (!id) throw new CommandError('Say which: tollgate area promote billing --from https://staging.example');
  const build_id = named ?? (await findStable(id, source));
  const there = (await callGateway(listAreas, {}, target)).find((area) => area.id === id);
  const isThere = there?.builds.some((build) => build.build_id === build_id);
  if (!isThere) {
    const { manifest, signature, files } = await callGateway(getBuild, { id, build_id }, source);
    const token = gateway.environment.TOLLGATE_PUBLISH_TOKEN;
    if (!token) throw new CommandError('Set TOLLGATE_PUBLISH_TOKEN to a token of this area at the target.');
    await callGateway(publishBuild, { id, token, manifest, signature, files }, target);
  }
  const { state } = await callGateway(promoteBuild, { id, build_id }, target);
  const arrived = isThere ? 'was there already' : 'was carried over';
  const address = target.environment.TOLLGATE_URL;
  if (state === 'waiting')
    return `Build ${build_id} of ${id} ${arrived}. At ${address} it waits for another person, who promotes it too.`;
  return `Everybody at ${address} gets build ${build_id} of ${id} now. It ${arrived}.`;
}

/** `diff --from <address> [--to <address>]`: which areas two consoles give everybody in different builds. */
export async function diff(rest: string[], gateway: Gateway): Promise<string> {
  const { source, target } = readConsoles(rest, gateway);
  const [from, to] = await Promise.all([source, target].map((one) => callGateway(listAreas, {}, one)));
  const ids = [...new Set([...(from ?? []), ...(to ?? [])].map(({ id }) => id))].sort();
  if (ids.length === 0) return 'Neither console has an area that you may watch.';
  return ids
    .map((id) => {
      const [here, there] = [from, to].map((areas) => describe(areas?.find((area) => area.id === id)));
      return here === there ? `${id}  same: ${here}` : `${id}  ${here}  →  ${there}`;
    })
    .join('\n');
}

/** Two consoles with a token for each: a token is of one console. */
function readConsoles(rest: string[], { environment, send }: Gateway) {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options });
  const { TOLLGATE_FROM_TOKEN, TOLLGATE_URL } = environment;
  const to = values.to ?? TOLLGATE_URL;
  if (!values.from || !to)
    throw new CommandError('Name both consoles: --from https://staging.example --to https://gate.example');
  if (!TOLLGATE_FROM_TOKEN)
    throw new CommandError(
      'Set TOLLGATE_FROM_TOKEN to a deploy token of the area at --from, with the right watch.',
    );
  const source = {
    environment: { TOLLGATE_URL: values.from, TOLLGATE_PUBLISH_TOKEN: TOLLGATE_FROM_TOKEN },
    send,
  };
  return { source, target: { environment: { ...environment, TOLLGATE_URL: to }, send }, positionals };
}

async function findStable(id: string, source: Gateway): Promise<string> {
  const area = (await callGateway(listAreas, {}, source)).find((one) => one.id === id);
  if (area?.stable) return area.stable;
  throw new CommandError(
    `${source.environment.TOLLGATE_URL} has no stable build of ${id} that was published.`,
  );
}

function describe(area: ListedArea | undefined): string {
  if (!area) return 'not there';
  const { state, build_id } = area.everybody;
  const version = area.builds.find((build) => build.build_id === build_id)?.version;
  return build_id ? `${build_id} ${version}` : state;
}
