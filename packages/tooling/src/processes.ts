import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './workspace.ts';

export interface Outcome {
  code: number;
  /** Output of the program, both streams in the order of arrival. */
  output: string;
  seconds: number;
}

interface Options {
  cwd?: string;
  env?: Record<string, string | undefined>;
}

/** Runs a program to its end and captures its output. */
export function capture(command: string, args: string[], options: Options = {}): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = launch(command, args, options, ['ignore', 'pipe', 'pipe']);
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => keep(Buffer.from(`${command}: ${error.message}\n`)));
    child.on('close', (code) => resolve({ code: code ?? 1, output, seconds: secondsSince(started) }));
  });
}

/**
 * Runs programs in the terminal until the first of them ends, then ends the others. Forwards signals, so that
 * each can finish its work. Returns the exit code of the first.
 */
export async function foreground(
  programs: { command: string; args: string[]; options?: Options }[],
): Promise<number> {
  const children = programs.map(({ command, args, options }) => launch(command, args, options, 'inherit'));
  const stop = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal);
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  // Ctrl-C in a terminal reaches the children directly; a second signal would force them to quit.
  process.on('SIGINT', () => process.stdin.isTTY || stop('SIGINT'));
  const ends = children.map(endOf);
  const code = await Promise.race(ends);
  stop('SIGTERM');
  await Promise.all(ends);
  return code;
}

/**
 * Becomes another program, in this process: nothing of the tooling stays in memory. Where Node cannot, runs it in the
 * terminal. Returns only then, with its exit code.
 */
export async function become(command: string, args: string[]): Promise<number> {
  if (process.platform === 'win32' || !process.execve) return foreground([{ command, args }]);
  process.chdir(root);
  return process.execve(command, [command, ...args], { ...process.env });
}

export function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

/** Starts a program with the given standard streams. */
function launch(
  command: string,
  args: string[],
  { cwd = root, env = {} }: Options = {},
  stdio: 'inherit' | ['ignore', 'pipe', 'pipe'],
): ChildProcess {
  return spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0)));
  });
}
