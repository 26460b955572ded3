import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from '@playwright/test';

/** Runs a program that serves an area under development, and waits for its first build. */
export async function startDevelopment(
  program: string,
  ...args: string[]
): Promise<{ origin: string; development: ChildProcess }> {
  const development = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    development.once('exit', (code) =>
      reject(new Error(`The development server ended with ${code}: ${output}`)),
    );
    development.stdout.on('data', (chunk) => {
      output += chunk;
      const [, address] = /is served at (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
  });
  await expect
    .poll(async () => (await fetch(`${origin}/remoteEntry.js`)).status, { timeout: 60_000 })
    .toBe(200);
  return { origin, development };
}
