#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { run } from './cli/run.ts';

// Chunks of streams come from slabs of memory: a buffer of its own costs more than its bytes (default: 8 KB).
Buffer.poolSize = 128 * 1024;

// Objects of a call are never built in the old generation, where they would outlive it. See decision 0156.
setFlagsFromString('--no-allocation-site-pretenuring');

await run(process.argv.slice(2));
