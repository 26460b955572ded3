import type { Environment } from '@tollgate/area-cli';
import { addCiIdentity, setAreaApproval } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { makeAreaBuild, makeConsoleFolder } from '../testing/area-builds.ts';
import { openAreaConsole, TWO } from '../testing/area-console.ts';
import { type CiIssuer, REQUEST_TOKEN, SUBJECT, startCiIssuer } from '../testing/ci-issuer.ts';
import { runArea } from './area.ts';

const NEXT = '7777777777';
const builds = makeConsoleFolder([makeAreaBuild(NEXT)]);
const folder = `${builds}/mfe-logs`;

/** A console that trusts jobs of an issuer, and a job without any stored secret. */
async function openJob() {
  const issuer = await startCiIssuer();
  const { app } = await openAreaConsole({ environment: { SSRF_ALLOW: '127.0.0.0/8' } });
  const url = await app.listen();
  const names = { issuer: issuer.url, audience: url, subject: SUBJECT };
  const rights = ['publish' as const, 'release' as const, 'watch' as const];
  await app.as('root').get(addCiIdentity, { id: 'logs', name: 'ci', ...names, rights });
  const run = (environment: Environment, ...rest: string[]) =>
    runArea(rest, { TOLLGATE_URL: url, ...environment }, { consoleDir: builds });
  return { app, issuer, url, run };
}

const onGitHub = ({ url }: CiIssuer): Environment => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
});

test('a job of GitHub Actions publishes and promotes without a stored secret', async () => {
  const { issuer, run } = await openJob();
  const job = onGitHub(issuer);
  expect(await run(job, 'publish', folder, '--oidc')).toContain(`Published build ${NEXT} of logs`);
  expect(await run(job, 'canary', 'logs', NEXT, '5', '--oidc')).toContain('5 % of the users');
  expect(await run(job, 'promote', 'logs', NEXT, '--oidc')).toContain(`Everybody gets build ${NEXT}`);
});

test('a job of GitLab exchanges its one ID token for the commands of its shell', async () => {
  const { issuer, url, run } = await openJob();
  const job = { TOLLGATE_ID_TOKEN: await issuer.issue({ aud: url }) };
  const printed = await run(job, 'ci-token', 'logs');
  const exported = Object.fromEntries(
    [...printed.matchAll(/^export (\w+)='([^']+)'$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(await run(exported, 'publish', folder)).toContain(`Published build ${NEXT}`);
  expect(await run(exported, 'promote', 'logs', NEXT)).toContain('Everybody gets');
  await expect(run(job, 'ci-token', 'logs')).rejects.toThrow('it was used before');
});

test('a job without an ID token gets a sentence that says where it comes from', async () => {
  const { run } = await openJob();
  await expect(run({}, 'promote', 'logs', NEXT, '--oidc')).rejects.toThrow('permissions: id-token: write');
});

test.each([
  ['publish', 'tollgate area publish mfe-logs --oidc'],
  ['rollback', 'tollgate area rollback logs … --oidc'],
])('%s without an area shows how the same command is written', async (action, example) => {
  const { issuer, run } = await openJob();
  await expect(run(onGitHub(issuer), action, '--oidc')).rejects.toThrow(example);
});

test('a promotion that needs another person says who promotes it how', async () => {
  const { app, issuer, run } = await openJob();
  await app.as('root').get(setAreaApproval, { id: 'logs', needed: true });
  const job = onGitHub(issuer);
  expect(await run(job, 'list', 'logs', '--oidc')).toContain('promotions need another person');
  expect(await run(job, 'promote', 'logs', TWO, '--oidc')).toContain('waits for another person');
  expect(await run(job, 'list', 'logs', '--oidc')).toMatch(
    new RegExp(`${TWO} waits for another person: requested by deploy`),
  );
  expect(await run(job, 'decline', 'logs', '--oidc')).toContain('No promotion of logs waits');
});
