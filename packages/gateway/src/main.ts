#!/usr/bin/env node
import { run } from './cli/run.ts';

// Chunks of streams come from slabs of memory: a buffer of its own costs more than its bytes (default: 8 KB).
Buffer.poolSize = 128 * 1024;

await run(process.argv.slice(2));
