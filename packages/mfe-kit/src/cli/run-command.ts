import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CommandError, commandHelp, didYouMean, runAreaCommand } from '@tollgate/area-cli';
import { refuse } from '../area-error.ts';
import { serveDeveloped } from '../serve-developed.ts';
import { findAreaFaults } from '../source-faults.ts';
import { placeArea, readAreaSource } from '../workspace.ts';
import { checkFreshness } from './fresh-build.ts';
import { type OwnArea, readOwnArea } from './own-area.ts';
import { packArea } from './pack-area.ts';
import { sendRequest } from './send-request.ts';
import { watchArea } from './watch-area.ts';
import { withOwnArea } from './with-own-area.ts';
import { writeTypes } from './write-types.ts';

/**
 * `tollgate-area <action>`, in the folder of an area: what a team needs from the first line to a release, without the
 * code of the gateway. Returns the exit code. @throws {CommandError} with a sentence for the person who typed it
 */
export async function runKitCommand([action = '', ...rest]: string[], folder: string): Promise<number> {
  if (!action || action === 'help' || action === '--help') return print(usage);
  const own = readOwnArea(folder);
  placeArea(own.id, folder);
  if (action === 'dev') return await develop(own, folder, rest);
  if (action === 'test') return runProgram('vitest', 'vitest.mjs', ['run', ...rest], folder);
  if (action === 'build') return runProgram('@rsbuild/core', 'bin/rsbuild.js', ['build', ...rest], folder);
  if (action === 'pack') return print(await packArea(own, folder, rest));
  if (action === 'doctor') refuse(await findAreaFaults(own.id, await readAreaSource(own.id)));
  const isOwnBuild = action === 'publish' && rest.every((part) => part.startsWith('-'));
  if (isOwnBuild) process.stderr.write(checkFreshness(folder));
  const gateway = { environment: process.env, send: sendRequest, isInArea: true };
  if (action === 'types') return print(await writeTypes(own, folder, gateway));
  if (action === 'watch') return await watchArea(own, gateway, print);
  const text = await runAreaCommand([action, ...withOwnArea(action, rest, { own, folder })], gateway);
  if (text !== undefined) return print(text);
  throw new CommandError(
    `There is no action "${action}".${didYouMean(action, listActions(usage))}\n\n${usage}`,
  );
}

/** Alone in a mock shell, or with `--into <address>` in a console that runs elsewhere. */
async function develop({ id }: OwnArea, folder: string, rest: string[]): Promise<number> {
  const at = rest.indexOf('--into');
  const typo = rest.find((part) => part !== '--into' && didYouMean(part, ['--into']));
  if (typo) throw new CommandError(`There is no option "${typo}". Did you mean "--into"?`);
  if (at === -1) return runProgram('@rsbuild/core', 'bin/rsbuild.js', ['dev', ...rest], folder);
  const console = originOf(rest[at + 1] ?? process.env.TOLLGATE_URL ?? 'http://127.0.0.1:3000');
  const { origin, close } = await serveDeveloped(id, { console });
  print(
    `${id} is at ${origin} for ${console}. There: Ctrl+K, "Load an area from a dev server". Ctrl+C ends it.`,
  );
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await close();
  return 0;
}

/** @throws {CommandError} when it is no address of a site */
function originOf(address: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return new URL(address).origin;
  throw new CommandError(
    `"${address}" is no address of a console. Say which: dev --into https://gate.example`,
  );
}

/** Runs a program of a package as its own script would find it. */
function runProgram(name: string, file: string, args: string[], folder: string): number {
  const require = createRequire(import.meta.url);
  const program = path.join(path.dirname(require.resolve(`${name}/package.json`)), file);
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: 'inherit' });
  return status ?? 1;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The first word of each line of the help. */
function listActions(help: string): string[] {
  return [...new Set([...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name))];
}

const usage = `Usage: tollgate-area <action>, in the folder of an area
  dev                                 open it alone, in a mock shell
  dev --into <address>                serve it to a console that runs elsewhere, for your session
  test                                run its tests, with the contract of every area
  build                               build it, to dist/<build id>
  pack <folder>                       make a build of contract 2 from what another bundler wrote, to dist/<build id>
  types                               write links, events and extension points of the console as types
  watch                               show how its builds do, until Ctrl+C
The rest is for the area of this folder and its newest build, where neither is named:
${commandHelp}`;
