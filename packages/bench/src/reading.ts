import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSite, type Place, placeFor, removePlace, type Site } from './reading/gateway.ts';
import { RelayedCalls } from './reading/relayed-calls.ts';
import { type ConsoleRequest, consoleRequests } from './reading/requests.ts';
import { cpuMicros, mainThreadMs, median, pause, residentMb } from './relay/machine.ts';

/**
 * Measures the log pages with a large log, and their effect on relayed calls. For every request: its own time at
 * 100,000 rows and at 10,000,000; its CPU on the relay's thread, which bounds the delay of a relayed call, also on a
 * busy machine; and, in an extra round, the longest response time of concurrent relayed calls. Filling the larger log
 * takes ten minutes and 5 GB on SQLite. Usage: `npm run bench reading [rounds] [rows]`.
 *
 * `DATABASE_URL` is a server of PostgreSQL, MySQL or MariaDB on which the measurement may create databases, such as
 * `postgres://user@127.0.0.1:5432`; it takes 12 GB there. `DATABASE_PID`, the process of that server, counts its CPU.
 * `SPREAD=1` spreads the rows of the smaller log over the time of the larger one, so that charts of a month have as many
 * hours; its place must be a new one. `ONLY` is a pattern of requests, such as `^dashboard`.
 *
 * `BENCH_FOLDER` keeps the logs there for the next run. `COLD=1` evicts the log of SQLite from the page cache before
 * every request. In both cases the last request deletes rows of the log.
 */
const rounds = Number(process.argv[2] ?? 5);
const sizes = [100_000, Number(process.argv[3] ?? 10_000_000)];
const RELAYED_PER_SECOND = 50;
const cold = process.env.COLD === '1';
const isSpread = process.env.SPREAD === '1';
const only = new RegExp(process.env.ONLY ?? '');

interface Figure {
  /** Median of the rounds, in milliseconds. */
  ownMs: number;
  longestMs: number;
  /** Median CPU of the gateway, its readers and the server in milliseconds: the cost of a request, also on a busy machine. */
  cpuMs: number;
  /** Median CPU of the relay's thread, in milliseconds. */
  threadMs: number;
  longestWaitMs: number;
  note: string;
}

const reusedFolder = process.env.BENCH_FOLDER;
const server = process.env.DATABASE_URL;
const serverPid = Number(process.env.DATABASE_PID ?? 0);
const base = reusedFolder ?? mkdtempSync(path.join(tmpdir(), 'tollgate-bench-reading-'));
const figures = new Map<string, Figure[]>();
try {
  for (const rows of sizes) await measureSite(rows, placeFor(rows, base, server));
  report();
} finally {
  for (const rows of reusedFolder ? [] : sizes) await removePlace(placeFor(rows, base, server));
}

async function measureSite(rows: number, place: Place): Promise<void> {
  const every = isSpread ? Math.max(...sizes) / rows : 1;
  const site = await openSite(place, rows, every);
  try {
    const calls = new RelayedCalls(site, RELAYED_PER_SECOND);
    await pause(5000); // Warm-up: compiled code, open connections.
    await calls.take();
    await pause(5000);
    console.log(`${rows} rows; nothing is read: relayed calls take ${summary(await calls.take())}`);
    await calls.stop();
    const now = Math.floor(Date.now() / 1000);
    for (const request of consoleRequests(now).filter(({ name }) => only.test(name))) {
      const figure = await measure(site, request, place.folder);
      figures.set(request.name, [...(figures.get(request.name) ?? []), figure]);
    }
    console.log(
      `memory of the gateway and its readers: ${residentMb(site.gateway.pid ?? 0).toFixed(0)} MB\n`,
    );
  } finally {
    await site.stop();
  }
}

async function measure(site: Site, request: ConsoleRequest, folder: string): Promise<Figure> {
  const pid = site.gateway.pid ?? 0;
  const times: number[] = [];
  const threads: number[] = [];
  const cpu: number[] = [];
  let note = '';
  for (let round = 0; round < (request.method ? 1 : rounds); round += 1) {
    if (cold) forget(folder);
    await pause(50);
    const [from, thread, all] = [performance.now(), mainThreadMs(pid), cpuOf(pid)];
    note = await ask(site, request);
    times.push(performance.now() - from);
    threads.push(mainThreadMs(pid) - thread);
    cpu.push((cpuOf(pid) - all) / 1000);
  }
  const calls = new RelayedCalls(site, RELAYED_PER_SECOND);
  await pause(200);
  if (cold) forget(folder);
  await calls.take();
  await ask(site, request);
  const waits = await calls.take();
  await calls.stop();
  return {
    ownMs: median(times),
    longestMs: Math.max(...times),
    cpuMs: median(cpu),
    threadMs: median(threads),
    longestWaitMs: Math.max(0, ...waits),
    note,
  };
}

/** CPU of the gateway with its readers, and of the database server. */
function cpuOf(gateway: number): number {
  return cpuMicros(gateway) + (serverPid ? cpuMicros(serverPid) : 0);
}

/** Returns the error, if any. */
async function ask(site: Site, { path: target, method, bytes }: ConsoleRequest): Promise<string> {
  const headers = { ...site.session, origin: site.url };
  const response = await fetch(site.url + target, { method: method ?? 'GET', headers });
  if (!bytes) {
    const { success, code, message } = (await response.json()) as Record<string, string>;
    return success ? '' : (code ?? message ?? '');
  }
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += (chunk as Uint8Array).length;
    if (read >= bytes) break;
  }
  return '';
}

/** Evicts the file from the page cache; other files stay. */
function forget(folder: string): void {
  if (server) return;
  const file = `of=${path.join(folder, 'logs.db')}`;
  spawnSync('dd', [file, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'ignore' });
}

function summary(waits: readonly number[]): string {
  return `${median(waits).toFixed(1)} ms (median), ${Math.max(...waits).toFixed(1)} ms (longest)`;
}

function report(): void {
  console.log(`| request | CPU, ms | ratio | relaying thread, CPU ms | own time, ms (longest) | ratio | longest relayed call, ms |
| --- | --- | --- | --- | --- | --- | --- |`);
  for (const [name, [small, large]] of figures) {
    if (!small || !large) continue;
    const both = (show: (figure: Figure) => string) => `${show(small)} / ${show(large)}`;
    const cells = [
      `${name}${large.note ? ` (${large.note})` : ''}`,
      both(({ cpuMs }) => cpuMs.toFixed(1)),
      (large.cpuMs / small.cpuMs).toFixed(2),
      both(({ threadMs }) => threadMs.toFixed(1)),
      both(({ ownMs, longestMs }) => `${ownMs.toFixed(1)} (${longestMs.toFixed(0)})`),
      (large.ownMs / small.ownMs).toFixed(2),
      both(({ longestWaitMs }) => longestWaitMs.toFixed(0)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
