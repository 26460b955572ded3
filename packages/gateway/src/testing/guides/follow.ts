import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Access, adapt, type Guide } from './guide.ts';

export interface Run extends Access {
  /** Empty folder. Its folders `home` and `work` are what the guide works in. */
  readonly base: string;
  /** Folders of the installed commands. */
  readonly commands: readonly string[];
}

const LIMIT_MS = 280_000;

/** Does what a guide says, with an own home folder and in an empty one. Returns what the commands printed. */
export function follow(guide: Guide, { base, commands, ...access }: Run): Promise<string> {
  const [home, folder] = [path.join(base, 'home'), path.join(base, 'work')];
  for (const each of [home, folder]) mkdirSync(each);
  // A repository of its own, so that no client takes the one around it for its project.
  execFileSync('git', ['init', '--quiet', folder]);
  for (const [title, text] of Object.entries(guide.files)) {
    const file = title.startsWith('~/') ? path.join(home, title.slice(2)) : path.join(folder, title);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, adapt(text, access));
  }
  const { LANG = 'C.UTF-8', PATH = '' } = process.env;
  const child = spawn('sh', ['-e', '-c', adapt(guide.script, access)], {
    cwd: folder,
    env: { LANG, PATH: [...commands, PATH].join(':'), HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what the commands start ends with them.
    detached: true,
  });
  const stop = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), LIMIT_MS);
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) =>
    child.once('close', () => {
      clearTimeout(stop);
      resolve(Buffer.concat(pieces).toString('utf8'));
    }),
  );
}
