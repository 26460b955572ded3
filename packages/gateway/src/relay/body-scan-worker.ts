import { parentPort } from 'node:worker_threads';
import { scanBody } from './body-scan.ts';
import type { ScanAnswer, ScanQuestion } from './body-scanner.ts';

parentPort?.on('message', ({ id, bytes, limits }: ScanQuestion) => {
  const scan = scanBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  parentPort?.postMessage({ id, bytes, scan } satisfies ScanAnswer, [bytes.buffer]);
});
