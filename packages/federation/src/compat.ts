import { type AreaManifest, type AreaReason, satisfiesHostApi } from '@tollgate/contract';

/** What a console offers to the builds of areas. Absent fields are not compared. */
export interface HostFacts {
  /** Version of the host API. */
  api: string;
  /** Version of the console API. */
  backendApi?: string | undefined;
  /** Versions of the shared modules, by name. */
  bom?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns why a build cannot run in a console, in one sentence; undefined when it can. Rejects shared modules
 * of another major or a later minor version: the build would miss an API that it was written for.
 */
export function findIncompatibility(
  { compat }: Pick<AreaManifest, 'compat'>,
  host: HostFacts,
): AreaReason | undefined {
  if (!satisfiesHostApi(compat.hostApi, host.api))
    return { code: 'HOST_API', detail: `wants ${compat.hostApi}, the console has ${host.api}` };
  const { backendApi } = compat;
  if (backendApi && host.backendApi && !satisfiesHostApi(backendApi, host.backendApi))
    return { code: 'BACKEND_API', detail: `wants ${backendApi}, the gateway has ${host.backendApi}` };
  const other = Object.entries(compat.bom ?? {}).find(([name, version]) => {
    const here = host.bom?.[name];
    return here !== undefined && !hasApiOf(here, version);
  });
  if (!other) return undefined;
  const [name, version] = other;
  return { code: 'BOM', detail: `was built with ${name} ${version}, the console has ${host.bom?.[name]}` };
}

/** Below 1, every minor version may be breaking. */
function hasApiOf(here: string, wanted: string): boolean {
  const [major = '', minor = ''] = here.split('.');
  const [wantedMajor = '', wantedMinor = ''] = wanted.split('.');
  if (major !== wantedMajor) return false;
  return major === '0' ? minor === wantedMinor : Number(minor) >= Number(wantedMinor);
}
