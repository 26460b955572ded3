import { foreground, secondsSince } from '../processes.ts';
import { SLOW, STRESS } from '../suites.ts';
import { programOf } from '../workspace.ts';

/** One guarantee, tested at full length. */
interface LongRun {
  readonly files: readonly string[];
  /** Without it the same files run briefly in `npm test`, those of stress in `npm test -- --all`. */
  readonly env: Readonly<Record<string, string>>;
  /** Vitest project; those of slow tests by default. */
  readonly project?: string;
}

const gateway = 'packages/gateway/src';

/** `npm run trust [-- <name> ...]`: the long runs behind docs/security.md, all of them or the named ones. */
const runs: Readonly<Record<string, LongRun>> = {
  kills: {
    files: [
      `${gateway}/ledger/kill.slow.test.ts`,
      `${gateway}/relay/journeys/kill.slow.test.ts`,
      `${gateway}/relay/journeys/hang-up-kill.slow.test.ts`,
      `${gateway}/relay/limits/budget-kill.stress.test.ts`,
      `${gateway}/relay/limits/slot-kill.slow.test.ts`,
    ],
    env: { KILL: '1' },
  },
  'lost-disk': { files: [`${gateway}/relay/journeys/lost-disk.stress.test.ts`], env: { KILL: '1' } },
  overdraft: {
    files: ['overdraft', 'media-overdraft', 'hidden-prompts'].map(
      (name) => `${gateway}/relay/journeys/${name}.test.ts`,
    ),
    env: { TEST_DATABASES: 'sqlite,postgres,mysql', KILL: '1' },
    project: 'gateway',
  },
  sockets: {
    files: [
      `${gateway}/relay/journeys/sockets.slow.test.ts`,
      `${gateway}/relay/journeys/unexpected.mocked.test.ts`,
    ],
    env: { SOAK: '1' },
  },
  tasks: { files: [`${gateway}/relay/tasks/kill.slow.test.ts`], env: { KILL: '1' } },
  rolling: { files: [`${gateway}/cli/rolling-restart.slow.test.ts`], env: { KILL: '1' } },
  cluster: { files: [`${gateway}/cli/cluster-faults.stress.test.ts`], env: { KILL: '1' } },
  outages: { files: [`${gateway}/cli/outages.slow.test.ts`], env: { KILL: '1' } },
  races: {
    files: [
      `${gateway}/modules/billing/money-races.slow.test.ts`,
      `${gateway}/modules/billing/money-storm.stress.test.ts`,
    ],
    env: { RACES: '1' },
  },
  model: {
    files: [`${gateway}/ledger/money.test.ts`, `${gateway}/ledger/model.test.ts`],
    env: { FUZZ: '1', TEST_DATABASES: 'sqlite,postgres,mysql' },
    project: 'gateway',
  },
  requests: { files: [`${gateway}/http/journeys/fuzz.stress.test.ts`], env: { FUZZ: '1' } },
  addresses: { files: [`${gateway}/net/hostile-addresses.slow.test.ts`], env: { KILL: '1' } },
  workers: { files: [`${gateway}/workers/workers.slow.test.ts`], env: { KILL: '1' } },
  'log-outages': { files: [`${gateway}/cli/log-outage.stress.test.ts`], env: { KILL: '1' } },
  clients: { files: [`${gateway}/relay/clients`], env: {}, project: 'clients' },
  'own-repository': {
    files: ['packages/tooling/src/own-repository.clients.test.ts'],
    env: {},
    project: 'clients',
  },
  guides: { files: ['packages/tooling/src/guides.clients.test.ts'], env: {}, project: 'clients' },
  package: {
    files: ['packages/tooling/src/release/package.clients.test.ts'],
    env: {},
    project: 'clients',
  },
  deploy: { files: ['packages/tooling/src/deploy.clients.test.ts'], env: {}, project: 'clients' },
  limits: {
    files: [`${gateway}/ledger/limits.model.test.ts`],
    env: { FUZZ: '1', TEST_DATABASES: 'sqlite,postgres,mysql' },
    project: 'gateway',
  },
  slots: { files: [`${gateway}/relay/limits/slot-ends.test.ts`], env: { KILL: '1' }, project: 'gateway' },
  hung: { files: [`${gateway}/relay/journeys/hung.slow.test.ts`], env: {} },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in runs));
if (unknown.length > 0) {
  process.stdout.write(`There is no run "${unknown[0]}". Runs: ${Object.keys(runs).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await runAll(wanted.length > 0 ? wanted : Object.keys(runs));
}

async function runAll(names: readonly string[]): Promise<number> {
  const failed: string[] = [];
  for (const name of names) {
    const { files = [], env = {}, project } = runs[name] ?? {};
    const started = performance.now();
    const projects = (project ? [project] : [...SLOW, ...STRESS]).flatMap((one) => ['--project', one]);
    // Each test is named when it ends: some files take half an hour.
    const args = ['run', '--reporter=verbose', ...projects, ...files];
    const code = await foreground([{ command: programOf('.', 'vitest'), args, options: { env } }]);
    if (code !== 0) failed.push(name);
    process.stdout.write(
      `${code === 0 ? 'ok' : 'NOT WELL'}  ${name}  ${secondsSince(started).toFixed(0)} s\n`,
    );
  }
  if (failed.length > 0) process.stdout.write(`Not well: ${failed.join(', ')}.\n`);
  return failed.length > 0 ? 1 : 0;
}
