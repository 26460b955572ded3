import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { findChromium, noBrowser } from './browser.ts';
import { capture } from './processes.ts';

/** Programs that tests use, beside Node: the Debian package of each, and how to see that it is there. */
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

/** Fonts that the layouts of stories were recorded with; other machines have other ones. */
const FONTS = [
  { name: 'fonts-noto-cjk', file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' },
  { name: 'fonts-liberation', file: '/usr/share/fonts/truetype/liberation*/LiberationMono-Regular.ttf' },
];

/**
 * On Debian as root, installs what the tests lack: a browser and fonts always, servers where `CI=true` or `TOLLGATE_INSTALL=1`
 * says that this machine is for that. Elsewhere it says what is missing. Answers the sentences to print.
 */
export async function installPrograms(): Promise<string[]> {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  const wantsServers = process.env.CI === 'true' || process.env.TOLLGATE_INSTALL === '1';
  const lacks = SERVERS.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  const fonts = FONTS.filter(({ file }) => globSync(file).length === 0).map(({ name }) => name);
  const wanted = [...(findChromium() ? [] : ['chromium']), ...fonts, ...(wantsServers ? lacks : [])];
  const said = mayInstall && wanted.length > 0 ? await install(wanted) : [];

  if (!findChromium()) said.push(noBrowser);
  const still = SERVERS.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (still.length > 0)
    said.push(
      `Not installed: ${still.join(', ')}. Tests that need them are skipped. (On Debian as root, TOLLGATE_INSTALL=1 installs them.)`,
    );
  return said;
}

async function install(packages: string[]): Promise<string[]> {
  process.stdout.write(`  installing ${packages.join(', ')} ...\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const resume = keepServicesDown();
  try {
    const update = await capture('apt-get', ['update', '-qq'], { env });
    const done = await capture('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
    });
    return done.code === 0 ? [] : [`apt-get could not install them:\n${update.output}${done.output}`];
  } finally {
    resume();
  }
}

/** The tests start servers of their own; those of the system would only take ports and memory. */
function keepServicesDown(): () => void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return () => {};
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy);
}
