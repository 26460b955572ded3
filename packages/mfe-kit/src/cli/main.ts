#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`tollgate-area needs Node 22.18 or later. This is ${process.version}.\n`);
  process.exit(1);
}

// Loaded only now: an older Node cannot even read what follows, and would not say why.
const { runMain } = await import('./run-main.ts');
process.exitCode = await runMain(process.argv.slice(2), process.cwd());
