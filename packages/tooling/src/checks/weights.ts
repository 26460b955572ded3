import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import budgets from '../budgets.json' with { type: 'json' };

/** One row of the table. Weights are kB (1000 bytes) after gzip, level 6. */
interface Row {
  what: string;
  weight: number;
  budget: number;
}

/** Weighs what a browser fetches of the latest builds, and reports what exceeds the budgets of `budgets.json`. */
export function checkWeights(root: string): { complaints: string[]; note: string } {
  const shell = path.join(root, 'shell/dist');
  if (!existsSync(path.join(shell, 'shell.manifest.json')))
    return { complaints: ['shell/dist has no shell.manifest.json; npm run build makes it.'], note: '' };

  const areas = latestManifests(root);
  const rows = [...weighShell(shell, areas), ...areas.flatMap(weighArea)];
  const tooHeavy = rows.filter(({ weight, budget }) => weight > budget);
  process.stdout.write(`${table(rows)}\n`);
  return {
    complaints: tooHeavy.map(
      ({ what, weight, budget }) => `${what} weighs ${weight.toFixed(1)} kB; the budget is ${budget} kB.`,
    ),
    note: `${rows.length} weighed, ${tooHeavy.length} over budget`,
  };
}

/** `folder` is the build; the manifest lists files by URL, which ends with the path in that folder. */
interface Area {
  folder: string;
  manifest: AreaManifest;
}

/** The used parts of `area.manifest.json`. */
interface AreaManifest {
  id: string;
  buildId: string;
  builtAt: string;
  entry: Asset;
  exposes: { './area': { js: Asset[]; css: Asset[] } };
  contributes: unknown;
  i18n: { texts: unknown };
}

interface Asset {
  url: string;
  integrity: string;
}

/** The newest build of each area; older ones stay in its dist folder for pages that still use them. */
function latestManifests(root: string): Area[] {
  const newest = new Map<string, Area>();
  for (const file of globSync('mfe-*/dist/*/area.manifest.json', { cwd: root })) {
    const manifest = readJson<AreaManifest>(path.join(root, file));
    const known = newest.get(manifest.id);
    if (!known || known.manifest.builtAt < manifest.builtAt)
      newest.set(manifest.id, { folder: path.join(root, path.dirname(file)), manifest });
  }
  return [...newest.values()].sort((a, b) => a.manifest.id.localeCompare(b.manifest.id));
}

function weighShell(shell: string, areas: Area[]): Row[] {
  const { critical } = readJson<{ critical: { js: string[]; css: string[] } }>(
    path.join(shell, 'shell.manifest.json'),
  );
  const files = (names: string[]) => names.map((name) => path.join(shell, name));
  const registry = areas.map(({ manifest: { id, entry, exposes, contributes, i18n } }) => {
    return { id, entry, exposes, contributes, texts: i18n.texts };
  });
  const page = readFileSync(path.join(shell, 'index.html'), 'utf8') + JSON.stringify(registry);
  return [
    { what: 'shell: first scripts', weight: weigh(files(critical.js)), budget: budgets.shellJs },
    { what: 'shell: first styles', weight: weigh(files(critical.css)), budget: budgets.shellCss },
    { what: 'page with registry', weight: zip(Buffer.from(page)), budget: budgets.page },
  ];
}

function weighArea({ folder, manifest }: Area): Row[] {
  const { id, buildId, entry, exposes } = manifest;
  const place = ({ url }: Asset) =>
    path.join(folder, url.slice(url.indexOf(`/${buildId}/`) + buildId.length + 2));
  const module = [...exposes['./area'].js, ...exposes['./area'].css].map(place);
  return [
    { what: `${id}: entry`, weight: weigh([place(entry)]), budget: budgets.areaEntry },
    {
      what: `${id}: heaviest page`,
      weight: weigh(module) + weighHeaviestPage(folder, module),
      budget: budgets.areaFirstView,
    },
  ];
}

/**
 * Pages and texts are lazy imports of the area's module: several chunks of one import are in
 * `Promise.all([…e("a"),…e(5)])`, a single one is `…e("a")`. A browser fetches one page and one language.
 */
function weighHeaviestPage(folder: string, module: string[]): number {
  const code = module.map((file) => readFileSync(file, 'utf8')).join('\n');
  const together = /Promise\.all\(\[([^\]]*)\]\)/g;
  const weights = (text: string) =>
    [...text.matchAll(/\.e\("?([\w-]+)"?\)/g)].map(([, id]) => weighChunk(folder, id));
  const pages = [...code.matchAll(together)].map(([, list = '']) => weights(list).reduce((a, b) => a + b, 0));
  const alone = weights(code.replaceAll(together, '')).sort((a, b) => b - a);
  const heaviest = Math.max(0, ...pages);
  return heaviest > 0 ? heaviest + (alone[0] ?? 0) : (alone[0] ?? 0) + (alone[1] ?? 0);
}

/** Modules shared with the shell have a chunk but no file. */
function weighChunk(folder: string, id: string | undefined): number {
  return weigh(
    globSync(`static/*/async/${id}.*.{js,css}`, { cwd: folder }).map((file) => path.join(folder, file)),
  );
}

function weigh(files: string[]): number {
  return files.reduce((sum, file) => sum + zip(readFileSync(file)), 0);
}

function zip(content: Buffer): number {
  return gzipSync(content, { level: 6 }).length / 1000;
}

function table(rows: Row[]): string {
  return rows
    .map(({ what, weight, budget }) => {
      const mark = weight > budget ? ' over' : '';
      return `          ${what.padEnd(31)} ${weight.toFixed(1).padStart(6)} of ${String(budget).padStart(3)} kB${mark}`;
    })
    .join('\n');
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
