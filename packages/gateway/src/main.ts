#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Chunks of streams come from slabs of memory: a buffer of its own costs more than its bytes (default: 8 KB).
Buffer.poolSize = 128 * 1024;

// Objects of a call are never built in the old generation, where they would outlive it. See decision 0156.
setFlagsFromString('--no-allocation-site-pretenuring');

// Compiling is half of a start. Not in a common folder for temporary files, where
// others could put code into it; the data folder has the keys anyway.
const dataDir = process.env.DATA_DIR || 'data';
if (existsSync(dataDir)) {
  process.env.NODE_COMPILE_CACHE ||= path.resolve(dataDir, 'compile-cache'); // for other processes of the gateway
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

const { run } = await import('./cli/run.ts');
await run(process.argv.slice(2));
