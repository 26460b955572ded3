import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import budgets from '../budgets.json' with { type: 'json' };

/** One row of the table. Weights are kB (1000 bytes) after gzip, level 6; of whole pages as a browser gets them. */
interface Row {
  what: string;
  weight: number;
  budget: number;
  unit?: 'files';
}

/** Weighs what a browser fetches of the latest builds, and reports what exceeds the budgets of `budgets.json`. */
export function checkWeights(root: string): { complaints: string[]; note: string } {
  const shell = path.join(root, 'shell/dist');
  if (!existsSync(path.join(shell, 'shell.manifest.json')))
    return { complaints: ['shell/dist has no shell.manifest.json; npm run build makes it.'], note: '' };

  const areas = latestManifests(root);
  const rows = [...weighShell(shell, areas), ...areas.flatMap(weighArea), ...weighPages(shell, areas)];
  const tooHeavy = rows.filter(({ weight, budget }) => weight > budget);
  process.stdout.write(`${table(rows)}\n`);
  return {
    complaints: tooHeavy.map(
      ({ what, weight, budget, unit = 'kB' }) =>
        `${what}: ${weight.toFixed(1)} ${unit}; the budget is ${budget} ${unit}.`,
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
  /** Files of each page, and the parts of the kit that it needs, by route. */
  pages: Record<string, Asset[]>;
  kit: Record<string, string[]>;
  contributes: unknown;
  i18n: { texts: unknown; files: { en: Asset } };
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
  const { critical } = readJson<ShellManifest>(path.join(shell, 'shell.manifest.json'));
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

function weighArea(area: Area): Row[] {
  const { id, entry } = area.manifest;
  const pages = Object.keys(area.manifest.pages).map((route) => weigh(ownFiles(area, route).slice(1)));
  return [
    { what: `${id}: entry`, weight: weigh([place(area, entry)]), budget: budgets.areaEntry },
    { what: `${id}: heaviest page`, weight: Math.max(0, ...pages), budget: budgets.areaFirstView },
  ];
}

function place({ folder, manifest: { buildId } }: Area, { url }: Asset): string {
  return path.join(folder, url.slice(url.indexOf(`/${buildId}/`) + buildId.length + 2));
}

/** What a page needs of its area, in one language. The entry comes first. */
function ownFiles(area: Area, route: string): string[] {
  const { entry, exposes, pages, i18n } = area.manifest;
  const module = exposes['./area'];
  const files = [entry, ...module.js, ...module.css, i18n.files.en, ...(pages[route] ?? [])];
  return [...new Set(files.map((file) => place(area, file)))];
}

/** The heaviest page of each area with an empty cache: all files that its head names, and the page itself. */
function weighPages(shell: string, areas: Area[]): Row[] {
  const { critical, kit } = readJson<ShellManifest>(path.join(shell, 'shell.manifest.json'));
  const first = ['index.html', ...critical.js, ...critical.css].map((name) => path.join(shell, name));
  return areas.flatMap((area) => {
    const { id, pages, kit: parts } = area.manifest;
    const wholes = Object.keys(pages).map((route) => {
      const shared = (parts[route] ?? []).flatMap((part) => kit[part] ?? []);
      const names = shared.map(({ url }) => path.join(shell, url.replace('/assets/shell/', '')));
      return [...new Set([...first, ...names, ...ownFiles(area, route)])];
    });
    const most = (of: (files: string[]) => number) => Math.max(0, ...wholes.map(of));
    return [
      { what: `${id}: whole page`, weight: most(fetched), budget: budgets.wholePage },
      {
        what: `${id}: files of a page`,
        weight: most((files) => files.length),
        budget: budgets.pageFiles,
        unit: 'files' as const,
      },
    ];
  });
}

interface ShellManifest {
  critical: { js: string[]; css: string[] };
  kit: Record<string, Asset[]>;
}

/** In kB, with the coding of the gateway. */
function fetched(files: string[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return files.reduce(
    (sum, file) => sum + brotliCompressSync(readFileSync(file), { params }).length / 1000,
    0,
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
    .map(({ what, weight, budget, unit = 'kB' }) => {
      const mark = weight > budget ? ' over' : '';
      return `          ${what.padEnd(31)} ${weight.toFixed(1).padStart(6)} of ${String(budget).padStart(3)} ${unit}${mark}`;
    })
    .join('\n');
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
