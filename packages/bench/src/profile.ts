import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gatewaySourcesIn } from '@tollgate/tooling/gateway-program';
import { saturate } from './relay/load.ts';
import { cpuByThread, end, takePreference } from './relay/machine.ts';
import type { Kind } from './relay/requests.ts';
import { startDirect, startGateway } from './relay/targets.ts';

/**
 * Where the CPU of a call goes: samples the gateway under full load and adds the samples up by owner (room of this
 * repository, package, part of Node) and by function. The gateway runs from its sources, whose paths name the room. Usage: `npm run bench profile [json|burst|paced|
 * large|embeddings] [calls] [folder of another checkout]`.
 */
const kind = (process.argv[2] ?? 'json') as Kind;
const calls = Number(process.argv[3] ?? 30_000);
const folderOfOther = process.argv[4];
const ROWS = 45;
/** V8 compiles until then. */
const WARM_CALLS = 40_000;
/** `gateway/src/relay`, `protocols/src/streaming`. */
const DEPTH_OF_ROOM = 3;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
  endTime: number;
}

takePreference();
const folder = mkdtempSync(path.join(tmpdir(), 'tollgate-profile-'));
const direct = await startDirect();
try {
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const gateway = await startGateway(direct, { nodeOptions, main: gatewaySourcesIn(folderOfOther) });
  await saturate(gateway, kind, Math.max(calls, WARM_CALLS));
  const [before, from] = [cpuByThread(gateway.process.pid!), performance.now()];
  await saturate(gateway, kind, calls);
  const seconds = (performance.now() - from) / 1000;
  printThreads(before, cpuByThread(gateway.process.pid!));
  await end(gateway.process);
  for (const file of readdirSync(folder))
    print(JSON.parse(readFileSync(path.join(folder, file), 'utf8')), seconds);
} finally {
  await end(direct.process);
  rmSync(folder, { recursive: true, force: true });
}

function printThreads(before: Map<string, number>, after: Map<string, number>): void {
  const perCall = new Map<string, number>();
  for (const [name, micros] of after) perCall.set(name, (micros - (before.get(name) ?? 0)) / calls);
  const sum = [...perCall.values()].reduce((total, micros) => total + micros, 0);
  console.log(`${calls} ${kind} calls: ${sum.toFixed(1)} us of CPU a call, by thread:`);
  printTable(perCall);
}

/** Takes the samples of the last `seconds` before the load ended, which is the end of the busy part. */
function print(profile: Profile, seconds: number): void {
  const byId = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const idle = new Set(
    profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  const times: number[] = [];
  let time = 0;
  for (const delta of profile.timeDeltas) {
    time += delta;
    times.push(time);
  }
  const lastBusy = profile.samples.findLastIndex((id) => !idle.has(id));
  const from = times[lastBusy]! - seconds * 1e6;
  const [owners, functions] = [new Map<string, number>(), new Map<string, number>()];
  profile.samples.forEach((id, index) => {
    if (times[index]! < from || idle.has(id)) return;
    const { functionName, url, lineNumber } = byId.get(id)!;
    const micros = profile.timeDeltas[index]! / calls;
    add(owners, ownerOf(url, functionName), micros);
    add(functions, `${functionName || '(anonymous)'} ${shortened(url)}:${lineNumber + 1}`, micros);
  });
  printTable(owners);
  printTable(functions);
}

function printTable(table: Map<string, number>): void {
  for (const [name, micros] of [...table].sort((a, b) => b[1] - a[1]).slice(0, ROWS))
    console.log(`${micros.toFixed(2).padStart(8)} us  ${name}`);
  console.log('');
}

function add(table: Map<string, number>, name: string, micros: number): void {
  table.set(name, (table.get(name) ?? 0) + micros);
}

function ownerOf(url: string, functionName: string): string {
  const file = shortened(url);
  if (!file) return functionName;
  if (file.startsWith('node:')) return file.split('/').slice(0, 2).join('/');
  return path.dirname(file).split('/').slice(0, DEPTH_OF_ROOM).join('/');
}

function shortened(url: string): string {
  return url
    .replace(/^file:\/\//, '')
    .replace(/^.*\/node_modules\//, '')
    .replace(/^.*\/packages\//, '');
}
