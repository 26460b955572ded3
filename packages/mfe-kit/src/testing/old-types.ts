import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hostApi } from '@tollgate/contract';
import { areaFolder, isInWorkspace, readJson, workspaceRoot } from '../workspace.ts';

/**
 * Returns compiler errors of an area against the types of the lowest host API that it requires (`^1.1`). The
 * newest types are checked with the whole repository.
 */
export async function oldTypesFaults(id: string, range: string): Promise<string[]> {
  const version = range.slice(1);
  if (hostApi.startsWith(`${version}.`)) return [];
  // Outside, the installed SDK is of one host API: its types are the ones that the area is compiled with.
  if (!isInWorkspace) return [`The installed SDK is of host API ${hostApi}, the area asks for ${range}.`];
  if (!existsSync(typesOf(version)))
    return [`There are no types of host API ${version} in packages/console-sdk/host-api.`];
  return await compile(areaFolder(id), version);
}

/**
 * Compiles the sources of a folder, without tests and stories, against an old SDK. Besides the area, only
 * changed files are compiled: the rest is in `.tsc`, as `tsc -b` leaves it.
 */
export async function compile(folder: string, version: string): Promise<string[]> {
  const project = path.join(folder, '.tsc/host-api');
  mkdirSync(project, { recursive: true });
  const { references } = readJson<{ references: { path: string }[] }>(
    path.join(workspaceRoot, 'packages/mfe-kit/template/tsconfig.json'),
  );
  const config = {
    extends: path.join(workspaceRoot, 'tsconfig.browser.json'),
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      incremental: true,
      noEmit: true,
      rootDir: workspaceRoot,
      tsBuildInfoFile: path.join(project, 'tsconfig.tsbuildinfo'),
      paths: { '@tollgate/console-sdk': [typesOf(version)] },
    },
    include: [`${folder}/src/area.tsx`, `${folder}/src/area.manifest.ts`, `${folder}/src/**/*.d.ts`],
    references: references
      .filter((other) => !other.path.endsWith('/mfe-kit'))
      .map((other) => ({ path: path.join(workspaceRoot, 'mfe-any', other.path) })),
  };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
  return await tsc(project);
}

function typesOf(version: string): string {
  return path.join(workspaceRoot, 'packages/console-sdk/host-api', version, 'index.d.ts');
}

function tsc(project: string): Promise<string[]> {
  const program = path.join(workspaceRoot, 'node_modules/.bin/tsc');
  const given = ['--build', project, '--pretty', 'false'];
  return new Promise((resolve) => {
    execFile(program, given, { cwd: workspaceRoot, maxBuffer: 2 ** 24 }, (failed, out) => {
      const lines = out.split('\n').filter((line) => /error TS\d+/.test(line));
      resolve(failed && lines.length === 0 ? [`The compiler did not run: ${failed.message}`] : lines);
    });
  });
}
