import { type Endpoint, type Envelope, type Input, type Output, parseAddress } from '@tollgate/contract';
import { BootError } from '../core/boot-error.ts';
import { operatorCall } from '../net/operator-call.ts';

/** Secrets come from the environment: every user of the machine can read a command line. */
export type Environment = Record<string, string | undefined>;

/**
 * Calls an endpoint of the gateway at `TOLLGATE_URL`, as the root whose access token and id are in the
 * environment.
 *
 * @throws {BootError} with the message of the gateway when it refuses
 */
export async function callGateway<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  environment: Environment,
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
  const { status, json } = await operatorCall(url, { method, headers, body }).catch((cause: unknown) => {
    throw new BootError(`Nothing answers at ${url.origin}. Set TOLLGATE_URL to the address of the gateway.`, {
      cause,
    });
  });
  const answer = json as Envelope<Output<E>> | undefined;
  if (answer?.success) return answer.data as Output<E>;
  throw new BootError(answer?.message || `${url.origin} answered ${status}: this is not a Tollgate gateway.`);
}

function gatewayUrl(path: string, { TOLLGATE_URL = 'http://127.0.0.1:3000' }: Environment): URL {
  if (!URL.canParse(path, TOLLGATE_URL))
    throw new BootError('TOLLGATE_URL must be like https://gate.example');
  return new URL(path, TOLLGATE_URL);
}

function credentials({ access }: Endpoint, environment: Environment): Record<string, string> {
  if (access === 'public') return {};
  const { TOLLGATE_ACCESS_TOKEN: token, TOLLGATE_USER_ID: id } = environment;
  if (!token || !id)
    throw new BootError(
      'Set TOLLGATE_ACCESS_TOKEN and TOLLGATE_USER_ID to the access token and the id of root.',
    );
  return { authorization: `Bearer ${token}`, 'new-api-user': id };
}
