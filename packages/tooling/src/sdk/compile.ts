import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';
import { publishedNames } from './packages.ts';

const LEFT_OUT = /\.(?:test|slow\.test|spec|stories)\.tsx?$/;

/**
 * Compiles a folder of TypeScript sources to ES modules next to their types, and copies everything else. Returns the
 * packages of others that the modules import.
 */
export function compileFolder(source: string, target: string, types?: string): Set<string> {
  const imported = new Set<string>();
  for (const file of globSync('**/*.*', { cwd: source }).filter((name) => !LEFT_OUT.test(name))) {
    const to = path.join(target, file);
    mkdirSync(path.dirname(to), { recursive: true });
    if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts')) {
      cpSync(path.join(source, file), to, { recursive: true });
      continue;
    }
    const { code } = compile(file, readFileSync(path.join(source, file), 'utf8'));
    const module = publishedNames(code).replace(SPECIFIER, (_, before: string, name: string) => {
      const bare = /^(?:@[\w-]+\/)?[\w-][\w.-]*/.exec(name)?.[0];
      if (bare && !name.startsWith('.') && !name.includes(':')) imported.add(bare);
      return before + compiledName(name);
    });
    writeFileSync(to.replace(/\.tsx?$/, '.js'), module);
  }
  if (types) copyTypes(types, target);
  return imported;
}

function compile(filename: string, text: string) {
  return transformSync(text, {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      parser: { syntax: 'typescript', tsx: filename.endsWith('x') },
      transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
      experimental: { keepImportAttributes: true },
    },
  });
}

function copyTypes(types: string, target: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: types }).filter(
    (name) => !/\.(?:test|stories)\.d\.ts$/.test(name),
  )) {
    const to = path.join(target, file);
    mkdirSync(path.dirname(to), { recursive: true });
    const text = publishedNames(readFileSync(path.join(types, file), 'utf8'));
    writeFileSync(
      to,
      text.replace(SPECIFIER, (_, before: string, name: string) => before + compiledName(name)),
    );
  }
}

/** The module name of an import or export, also of a dynamic import and of an import type. */
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g;

function compiledName(name: string): string {
  const compiled = name.startsWith('.') ? name.replace(/\.tsx?$/, '.js') : name;
  return `'${compiled}'`;
}
