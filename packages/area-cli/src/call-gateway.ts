import { type Endpoint, type Envelope, type Input, type Output, parseAddress } from '@tollgate/contract';
import { CommandError } from './command-error.ts';

/** Secrets come from the environment: every user of the machine can read a command line. */
export type Environment = Record<string, string | undefined>;

/** Sends a request. @throws {Error} when nothing answers */
export type Send = (
  url: URL,
  request: { method: string; headers: Record<string, string>; body?: string | undefined },
) => Promise<{ status: number; json: unknown }>;

/** The gateway that commands are for. */
export interface Gateway {
  environment: Environment;
  send: Send;
  /** The commands are typed in the folder of an area: `npx tollgate-area`, without its name. */
  isInArea?: boolean;
}

/** Returns an example of a command as it is typed here. */
export function showCommand(
  { isInArea = false }: Pick<Gateway, 'isInArea'>,
  action: string,
  rest: string,
): string {
  return isInArea ? `npx tollgate-area ${action} ${rest}` : `tollgate area ${action} billing ${rest}`;
}

/**
 * Calls an endpoint of the gateway at `TOLLGATE_URL`, as the root whose access token and id are in the
 * environment.
 *
 * @throws {CommandError} with the message of the gateway when it refuses
 */
export async function callGateway<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { environment, send }: Gateway,
): Promise<Output<E>> {
  const { method, path, params } = parseAddress(endpoint.address);
  const fields = new Map(Object.entries(input as object));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(fields.get(name))));
  for (const name of params) fields.delete(name);
  const url = gatewayUrl(filled, environment);
  const hasBody = method === 'POST' || method === 'PUT';
  if (!hasBody) for (const [name, value] of fields) url.searchParams.set(name, String(value));

  const body = hasBody ? JSON.stringify(Object.fromEntries(fields)) : undefined;
  const headers = {
    ...credentials(endpoint, environment),
    ...(body && { 'content-type': 'application/json' }),
  };
  const { status, json } = await send(url, { method, headers, body }).catch((cause: unknown) => {
    throw new CommandError(
      `Nothing answers at ${url.origin}. Set TOLLGATE_URL to the address of the gateway.`,
      {
        cause,
      },
    );
  });
  const answer = json as Envelope<Output<E>> | undefined;
  if (answer?.success) return answer.data as Output<E>;
  throw new CommandError(
    answer?.message || `${url.origin} answered ${status}: this is not a Tollgate gateway.`,
    { reasons: String((answer as { details?: { reasons?: unknown } } | undefined)?.details?.reasons ?? '') },
  );
}

/** @throws {CommandError} when TOLLGATE_URL is no address */
export function gatewayUrl(path: string, { TOLLGATE_URL = 'http://127.0.0.1:3000' }: Environment): URL {
  if (!URL.canParse(path, TOLLGATE_URL))
    throw new CommandError('TOLLGATE_URL must be like https://gate.example');
  return new URL(path, TOLLGATE_URL);
}

/** A deploy token where the endpoint takes one, unless there is an access token, which may be allowed more. */
function credentials({ access, areaRight }: Endpoint, environment: Environment): Record<string, string> {
  if (access === 'public') return {};
  const { TOLLGATE_ACCESS_TOKEN: token, TOLLGATE_USER_ID: id, TOLLGATE_PUBLISH_TOKEN: deploy } = environment;
  if (areaRight && deploy && !token) return { authorization: `Bearer ${deploy}` };
  if (!token || !id) throw new CommandError(areaRight ? NEEDS_DEPLOY_TOKEN : NEEDS_ROOT);
  return { authorization: `Bearer ${token}`, 'new-api-user': id };
}

const NEEDS_DEPLOY_TOKEN =
  'Set TOLLGATE_PUBLISH_TOKEN to a deploy token of the area, from the page Areas of the console. ' +
  'TOLLGATE_ACCESS_TOKEN and TOLLGATE_USER_ID, of a person with rights on the area, do too.';
const NEEDS_ROOT =
  'Set TOLLGATE_ACCESS_TOKEN and TOLLGATE_USER_ID to the access token and the id of root. ' +
  'Deploy tokens may not do this.';
