import type { AreaManifest } from '@tollgate/contract';

/** What a script imports and exports by name. */
export interface ReadModule {
  /** Without computed addresses. */
  imports: readonly string[];
  exports: readonly string[];
}

export interface ScriptTools {
  text(content: Uint8Array): string;
  /** Undefined for what is no script. */
  readModule(code: string): ReadModule | undefined;
}

/** Returns which scripts of a build the content and integrity policies of a console's page would refuse. */
export function findRefusedScripts(
  { manifest, files }: { manifest: AreaManifest; files: ReadonlyMap<string, Uint8Array> },
  tools: ScriptTools,
): string[] {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  const check = manifest.contract === 2 ? moduleFaults(manifest) : containerFaults;
  return scripts.flatMap(([name, content]) => {
    const code = tools.text(content);
    return check(name, tools.readModule(code), code);
  });
}

type Check = (name: string, module: ReadModule | undefined, code: string) => string[];

/** Modules come by the hashes of the manifest, before anything imports them: an import cannot name a hash. */
function moduleFaults({ id, buildId, entry, exposes }: AreaManifest): Check {
  const pathOf = ({ url }: { url: string }) => url.slice(`/assets/areas/${id}/${buildId}/`.length);
  const entryPath = pathOf(entry);
  const modules = new Set([entryPath, ...exposes['./area'].js.map(pathOf)]);
  return (name, module, code) => {
    if (!module) return [`MODULE ${name} cannot be read as an ES module`];
    const missing = module.imports.filter((specifier) => !modules.has(resolve(name, specifier)));
    return [
      ...(modules.has(name) ? [] : [`MODULE ${name} is not in the manifest, so the console would refuse it`]),
      ...missing.map(
        (specifier) => `IMPORT ${name} imports "${specifier}", which is no module of the build: bundle it`,
      ),
      ...(name === entryPath ? exportFaults(module.exports) : []),
      ...(OWN_POLICY.every((word) => code.includes(word))
        ? [`POLICY ${name} makes a Trusted Types policy of its own, which the console refuses`]
        : []),
    ];
  };
}

const OWN_POLICY = ['trustedTypes', 'createPolicy('];

function exportFaults(exports: readonly string[]): string[] {
  const missing = ['routes', 'mount', 'unmount'].filter((name) => !exports.includes(name));
  if (missing.length === 0) return [];
  const isContainer = ['init', 'get'].every((name) => exports.includes(name));
  const why = isContainer ? ': it is a federation container, whose imports have no hashes' : '';
  return [`CONTRACT the entry does not export ${missing.join(', ')}${why}`];
}

/** The scripts of a container load each other by tags with hashes. */
const containerFaults: Check = (name, module) =>
  (module?.imports ?? []).map(
    (specifier) =>
      `IMPORT ${name} imports "${specifier}" without a hash, which the console refuses: build it for contract 2`,
  );

/** Returns the path of an import within the build; the specifier itself when it is not relative. */
function resolve(from: string, specifier: string): string {
  if (!/^\.\.?\//.test(specifier)) return specifier;
  const path = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '.') path.push(part);
  }
  return path.join('/');
}
