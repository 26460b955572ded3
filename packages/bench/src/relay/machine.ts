import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setPriority } from 'node:os';

/** Starts a program on one core or several (`0-3`). The caller ends it with {@link end}. */
export function pinned(
  core: number | string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn('taskset', ['-c', String(core), command, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  return child;
}

/** Runs a program on a core. Returns its output. @throws when it fails */
export function output(core: number, command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn('taskset', ['-c', String(core), command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command}: exit ${code}`))));
  });
}

/**
 * Gives this process, its session and everything it starts preference over other work, as far as the user may.
 * Linux divides a core between sessions first, so that `nice` alone changes nothing between two of them.
 */
export function takePreference(): void {
  try {
    setPriority(-5);
    writeFileSync('/proc/self/autogroup', '-10');
    process.once('exit', () => writeFileSync('/proc/self/autogroup', '0'));
  } catch {
    console.log('Without preference over other processes: it needs root, and a kernel with autogroups.');
  }
}

/** CPU time of a whole process with all threads and children, in microseconds (from the scheduler). */
export function cpuMicros(pid: number): number {
  return (
    family(pid)
      .flatMap(threads)
      .reduce((sum, path) => sum + runtime(path), 0) / 1000
  );
}

/** CPU time of a process and its children by thread name, in microseconds. */
export function cpuByThread(pid: number): Map<string, number> {
  const times = new Map<string, number>();
  for (const path of family(pid).flatMap(threads)) {
    const name = readFileSync(`${path}/comm`, 'utf8').trim();
    times.set(name, (times.get(name) ?? 0) + runtime(path) / 1000);
  }
  return times;
}

/** CPU time of a process's main thread, in milliseconds: in Node it runs all JavaScript. */
export function mainThreadMs(pid: number): number {
  return runtime(`/proc/${pid}/task/${pid}`) / 1e6;
}

/** Resident memory of a process and its children, in MB. */
export function residentMb(pid: number): number {
  const kilobytes = (each: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0);
  return family(pid).reduce((sum, each) => sum + kilobytes(each), 0) / 1024;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function untilOpen(url: string, limitMs = 20_000): Promise<void> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error(`${url} did not open within ${limitMs} ms`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(late);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The value that this share of the others are below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)]!;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function family(pid: number): number[] {
  const children = threads(pid).flatMap((path) => {
    const file = `${path}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number) : [];
  });
  return [pid, ...children.flatMap(family)];
}

function threads(pid: number): string[] {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map((id) => `${folder}/${id}`) : [];
}

/** Nanoseconds on a core. */
function runtime(path: string): number {
  return Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]);
}
