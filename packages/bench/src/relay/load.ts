import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMicros, pause } from './machine.ts';
import type { Target } from './targets.ts';

const LOAD_CORE = 1;
export const bodies = {
  json: JSON.stringify({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Say something about gates. '.repeat(30) }],
  }),
  sse: JSON.stringify({
    model: 'gpt-4o-mini',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'Say something about gates. '.repeat(30) }],
  }),
  slow: JSON.stringify({
    model: 'gpt-4o-mini',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'slow' }],
  }),
};

export interface Saturation {
  requestsPerSecond: number;
  /** CPU of the target's whole process per request. */
  microsPerRequest: number;
}

/** Sends as fast as 64 connections allow, for `seconds`. @throws when any response was not 2xx or any socket failed. */
export async function saturate(target: Target, kind: 'json' | 'sse', seconds: number): Promise<Saturation> {
  const script = path.join(tmpdir(), `tollgate-bench-${kind}-${process.pid}.lua`);
  writeFileSync(
    script,
    `wrk.method = "POST"; wrk.path = "/v1/chat/completions"; wrk.body = [==[${bodies[kind]}]==]
wrk.headers["Content-Type"] = "application/json"; wrk.headers["Authorization"] = "Bearer ${target.key}"
function done(summary, latency, requests)
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration, summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.timeout))
end`,
  );
  const before = cpuMicros(target.process.pid!);
  const text = await output('taskset', [
    '-c',
    String(LOAD_CORE),
    'wrk',
    '-t1',
    '-c64',
    `-d${seconds}s`,
    '-s',
    script,
    target.url,
  ]);
  const spent = cpuMicros(target.process.pid!) - before;
  const [, requests, micros, errors] = /RESULT (\d+) (\d+) (\d+)/.exec(text)!.map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (errors > 0) throw new Error(`${target.name}: ${errors} of ${requests} ${kind} calls failed`);
  return { requestsPerSecond: (requests / micros) * 1e6, microsPerRequest: spent / requests };
}

/** Response times in milliseconds at a fixed rate (open loop: a late response does not delay the next call). */
export async function atRate(target: Target, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 512 });
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = start + (index * 1000) / perSecond;
    const earlyMs = due - performance.now();
    if (earlyMs > 0) await pause(earlyMs);
    const from = performance.now();
    calls.push(post(target, bodies.json, agent).then(() => void times.push(performance.now() - from)));
  }
  await Promise.all(calls);
  agent.destroy();
  return times;
}

/** Opens `count` slow streams. Returns a function that ends them. */
export async function openStreams(target: Target, count: number): Promise<() => void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: count });
  const requests: http.ClientRequest[] = [];
  for (let from = 0; from < count; from += 50)
    await Promise.all(
      Array.from(
        { length: Math.min(50, count - from) },
        () =>
          new Promise<void>((resolve, reject) => {
            const request = http.request(
              `${target.url}/v1/chat/completions`,
              { method: 'POST', agent, headers: headersOf(target) },
              (response) => {
                if (response.statusCode !== 200) reject(new Error(`${target.name}: ${response.statusCode}`));
                response.once('data', () => resolve()).resume();
                response.on('error', reject);
                response.once('close', () =>
                  reject(new Error(`${target.name}: ended before its first event`)),
                );
              },
            );
            request.on('error', reject).end(bodies.slow);
            requests.push(request);
          }),
      ),
    );
  return () => {
    for (const request of requests) request.on('error', () => {}).destroy();
    agent.destroy();
  };
}

function post(target: Target, body: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .request(
        `${target.url}/v1/chat/completions`,
        { method: 'POST', agent, headers: headersOf(target) },
        (response) => {
          if (response.statusCode !== 200) reject(new Error(`${target.name}: ${response.statusCode}`));
          response.resume().once('end', resolve);
        },
      )
      .on('error', reject)
      .end(body);
  });
}

function headersOf(target: Target) {
  return { 'content-type': 'application/json', authorization: `Bearer ${target.key}` };
}

function output(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk) => (text += chunk));
    child
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command}: exit ${code}`))));
  });
}
