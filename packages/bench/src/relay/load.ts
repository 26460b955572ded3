import http from 'node:http';
import path from 'node:path';
import type { Assignment, Report } from './client.ts';
import { cpuMicros, output } from './machine.ts';
import { bodyOf, type Kind } from './requests.ts';
import type { Target } from './targets.ts';

const LOAD_CORE = 1;
const CONNECTIONS = 64;

export interface Saturation {
  requestsPerSecond: number;
  /** CPU of the target's processes with all threads, per request. */
  microsPerRequest: number;
}

export interface Paced {
  /** Response times in milliseconds. */
  times: number[];
  microsPerRequest: number;
}

/** Sends as fast as 64 connections allow. @throws when a response was wrong or a socket failed */
export async function saturate(target: Target, kind: Kind, calls: number): Promise<Saturation> {
  const { seconds, micros } = await send(target, { kind, calls });
  return { requestsPerSecond: calls / seconds, microsPerRequest: micros / calls };
}

/** Calls at a fixed rate, whether earlier ones were answered or not. @throws as {@link saturate} does */
export async function atRate(
  target: Target,
  rate: number,
  seconds: number,
  kind: Kind = 'json',
): Promise<Paced> {
  const calls = Math.ceil(rate * seconds);
  const { times, micros } = await send(target, { kind, calls, rate });
  return { times, microsPerRequest: micros / calls };
}

async function send(
  target: Target,
  task: Pick<Assignment, 'kind' | 'calls' | 'rate'>,
): Promise<Report & { micros: number }> {
  const { url, keys, models } = target;
  const assignment: Assignment = { url, keys, models, connections: CONNECTIONS, ...task };
  const before = cpuMicros(target.process.pid!);
  const script = path.join(import.meta.dirname, 'client.ts');
  const text = await output(LOAD_CORE, process.execPath, [script, JSON.stringify(assignment)]);
  const micros = cpuMicros(target.process.pid!) - before;
  const report: Report = JSON.parse(text);
  if (report.wrong > 0)
    throw new Error(
      `${target.name}: ${report.wrong} of ${task.calls} ${task.kind} calls failed:\n${report.example}`,
    );
  return { ...report, micros };
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
            request.on('error', reject).end(JSON.stringify(bodyOf('slow', target.models[0]!)));
            requests.push(request);
          }),
      ),
    );
  return () => {
    for (const request of requests) request.on('error', () => {}).destroy();
    agent.destroy();
  };
}

function headersOf(target: Target) {
  return { 'content-type': 'application/json', authorization: `Bearer ${target.keys[0]}` };
}
