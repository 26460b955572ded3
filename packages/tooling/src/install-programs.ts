import { existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findChromium, noBrowser } from './browser.ts';
import { CHDB, CHDB_FOLDER } from './chdb.ts';
import { capture } from './processes.ts';

/** Programs that tests use in addition to Node: the Debian package of each, and how to detect it. */
const SERVERS = [
  { name: 'postgresql', isThere: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0 },
  { name: 'mariadb-server', isThere: () => existsSync('/usr/sbin/mariadbd') },
  { name: 'nginx', isThere: () => existsSync('/usr/sbin/nginx') },
  {
    name: 'iproute2',
    isThere: () => ['/sbin/ip', '/usr/sbin/ip', '/bin/ip'].some((file) => existsSync(file)),
  },
  { name: 'redis-server', isThere: () => existsSync('/usr/bin/redis-server') },
];

/**
 * On Debian as root, installs missing programs for tests: a browser always, servers when `CI=true` or
 * `TOLLGATE_INSTALL=1` marks a test machine. Elsewhere it reports what is missing. Returns the sentences to print.
 */
export async function installPrograms(): Promise<string[]> {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  const wantsServers = process.env.CI === 'true' || process.env.TOLLGATE_INSTALL === '1';
  const lacks = SERVERS.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  const wanted = [...(lacksBrowser(wantsServers) ? [HEADLESS] : []), ...(wantsServers ? lacks : [])];
  const messages = mayInstall && wanted.length > 0 ? await install(wanted) : [];
  if (wantsServers && !existsSync(CHDB_FOLDER)) messages.push(...(await installChdb()));

  if (!findChromium()) messages.push(noBrowser);
  const still = SERVERS.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (still.length > 0)
    messages.push(
      `Not installed: ${still.join(', ')}. Tests that need them are skipped. (On Debian as root, TOLLGATE_INSTALL=1 installs them.)`,
    );
  return messages;
}

/** The engine of ClickHouse comes from Python's registry, without the packages that its data frames need. */
async function installChdb(): Promise<string[]> {
  process.stdout.write(`  installing ${CHDB} ...\n`);
  const unfinished = `${CHDB_FOLDER}.${process.pid}`;
  const options = ['--quiet', '--no-deps', '--target', unfinished];
  const done = await capture('python3', ['-m', 'pip', 'install', ...options, CHDB], {});
  if (done.code === 0 && !existsSync(CHDB_FOLDER)) renameSync(unfinished, CHDB_FOLDER);
  rmSync(unfinished, { recursive: true, force: true });
  return done.code === 0
    ? []
    : [`pip could not install ${CHDB}, so tests on ClickHouse are skipped:\n${done.output}`];
}

/** Headless Chromium, a fifth faster. A test machine gets it in addition to the other one. */
const HEADLESS = 'chromium-headless-shell';

function lacksBrowser(isForTests: boolean): boolean {
  return !existsSync(`/usr/bin/${HEADLESS}`) && (isForTests || !findChromium());
}

/** Debian has it since 2025. */
async function isKnown(name: string): Promise<boolean> {
  const { output } = await capture('apt-cache', ['policy', name], {});
  return /Candidate: \d/.test(output);
}

async function install(wanted: string[]): Promise<string[]> {
  process.stdout.write(`  installing ${wanted.join(', ')} ...\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const resume = keepServicesDown();
  try {
    const update = await capture('apt-get', ['update', '-qq'], { env });
    const browser = (await isKnown(HEADLESS)) ? HEADLESS : 'chromium';
    const packages = wanted.map((name) => (name === HEADLESS ? browser : name));
    const done = await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
    });
    return done.code === 0 ? [] : [`apt-get could not install them:\n${update.output}${done.output}`];
  } finally {
    resume();
  }
}

/** The tests start their own servers; the system's would only take ports and memory. */
function keepServicesDown(): () => void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return () => {};
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy);
}
