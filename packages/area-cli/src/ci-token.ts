import { generateKeyPairSync } from 'node:crypto';
import { exchangeCiToken } from '@tollgate/contract';
import { readBuiltArea } from './built-area.ts';
import { callGateway, type Environment, type Gateway, gatewayUrl } from './call-gateway.ts';
import { CommandError } from './command-error.ts';

/** What a job of a build server gets for its ID token. Both end after 15 minutes. */
interface CiCredentials {
  token: string;
  /** A private key that never leaves the job. */
  signingKey: string;
}

/**
 * Returns the gateway as a job of a build server calls it: `--oidc` in place of stored secrets.
 * @throws {CommandError} when there is no ID token, or the gateway refuses it
 */
export async function asCiJob(
  [action = '', ...rest]: readonly string[],
  gateway: Gateway,
): Promise<{ args: string[]; gateway: Gateway }> {
  const args = [action, ...rest.filter((part) => part !== OIDC)];
  if (!rest.includes(OIDC)) return { args, gateway };
  const { token, signingKey } = await getCredentials(areaOf(args), gateway);
  // An access token would be preferred to the deploy token.
  const { TOLLGATE_ACCESS_TOKEN: _, ...environment } = gateway.environment;
  const own = { TOLLGATE_PUBLISH_TOKEN: token, TOLLGATE_SIGNING_KEY: signingKey };
  return { args, gateway: { ...gateway, environment: { ...environment, ...own } } };
}

/** Prints the credentials for the commands of a job, because an ID token is taken once: `eval "$(… ci-token)"`. */
export async function printCiToken([id]: string[], gateway: Gateway): Promise<string> {
  if (!id) throw new CommandError('Say for which area: tollgate area ci-token logs');
  const { token, signingKey } = await getCredentials(id, gateway);
  return `export TOLLGATE_PUBLISH_TOKEN='${token}'\nexport TOLLGATE_SIGNING_KEY='${signingKey.trim()}'`;
}

async function getCredentials(id: string, gateway: Gateway): Promise<CiCredentials> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url').toString('base64');
  const id_token = await readIdToken(gateway);
  const { token } = await callGateway(exchangeCiToken, { id, id_token, public_key }, gateway);
  return { token, signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** GitHub Actions gives one for each request, GitLab one for each job. */
async function readIdToken({ environment, send }: Gateway): Promise<string> {
  const { TOLLGATE_ID_TOKEN, ACTIONS_ID_TOKEN_REQUEST_URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN } = environment;
  if (TOLLGATE_ID_TOKEN) return TOLLGATE_ID_TOKEN;
  if (!ACTIONS_ID_TOKEN_REQUEST_URL || !ACTIONS_ID_TOKEN_REQUEST_TOKEN) throw new CommandError(NO_ID_TOKEN);
  const url = new URL(ACTIONS_ID_TOKEN_REQUEST_URL);
  url.searchParams.set('audience', audienceOf(environment));
  const headers = { authorization: `Bearer ${ACTIONS_ID_TOKEN_REQUEST_TOKEN}` };
  const { status, json } = await send(url, { method: 'GET', headers });
  const value = (json as { value?: unknown } | undefined)?.value;
  if (typeof value !== 'string')
    throw new CommandError(`${url.origin} answered ${status} without an ID token.`);
  return value;
}

/** The address of the console, unless the identity is for another audience. */
function audienceOf(environment: Environment): string {
  return environment.TOLLGATE_OIDC_AUDIENCE ?? gatewayUrl('/', environment).origin;
}

function areaOf([action, named]: readonly string[]): string {
  if (action === 'publish' && named) return readBuiltArea(named).manifest.id;
  if (named && !named.startsWith('-')) return named;
  if (action === 'publish')
    throw new CommandError('--oidc needs the folder of the area: tollgate area publish mfe-logs --oidc');
  throw new CommandError(`--oidc needs the area: tollgate area ${action} logs … --oidc`);
}

const OIDC = '--oidc';
const NO_ID_TOKEN =
  'There is no ID token. GitHub Actions: add "permissions: id-token: write" to the job. ' +
  'GitLab: add "id_tokens: TOLLGATE_ID_TOKEN: aud: <address of the console>" to the job.';
