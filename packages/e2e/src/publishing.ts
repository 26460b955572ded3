import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import type { Product } from './product.ts';
import { openSite } from './site.ts';

const program = gatewayProgram();
const headers = { 'new-api-user': '1' };

/** Runs `tollgate area …` and returns its output. */
export type AreaCommand = (...rest: string[]) => Promise<string>;

/**
 * As root: sets the site up, registers a new key and creates a token for the area. Returns the command line with both.
 */
export async function openPublishing(
  product: Product,
  request: APIRequestContext,
  area = 'logs',
): Promise<AreaCommand> {
  await openSite(product, request);
  const pair = await run(['keygen'], {});
  const [pem = '', public_key = ''] = pair.trim().split('Public key to register: ');
  const key = { name: 'ci', public_key };
  await request.post(`${product.url}/api/console/publish-keys`, { data: key, headers });
  const made = await request.post(`${product.url}/api/console/areas/${area}/tokens`, {
    data: { name: 'ci' },
    headers,
  });
  const access = await request.get(`${product.url}/api/user/token`, { headers });
  const environment = {
    TOLLGATE_URL: product.url,
    TOLLGATE_PUBLISH_TOKEN: (await made.json()).data.token,
    TOLLGATE_SIGNING_KEY: pem,
    TOLLGATE_ACCESS_TOKEN: (await access.json()).data,
    TOLLGATE_USER_ID: '1',
  };
  return (...rest) => run(rest, environment);
}

async function run(rest: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...process.env, ...environment };
  return (await promisify(execFile)(process.execPath, [program, 'area', ...rest], { env })).stdout;
}
