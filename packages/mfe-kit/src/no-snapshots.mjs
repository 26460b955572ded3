// Takes the place of the snapshots of the federation runtime in the shell: they describe remotes by a published
// `mf-manifest.json`, and the shell registers areas by the addresses of their entries. What plugins may subscribe to
// stays, and never happens.

export class SnapshotHandler {
  manifestCache = new Map();
  hooks = { lifecycle: {}, applyPlugin() {}, removePlugin() {} };

  async loadRemoteSnapshotInfo() {
    throw new Error('This console registers areas by their entries, without manifests.');
  }
}

export function getGlobalRemoteInfo() {
  return {};
}

export function formatPreloadArgs() {
  return [];
}

export async function preloadAssets() {
  return [];
}

export function defaultPreloadArgs() {
  return {};
}

export function normalizePreloadExposes() {
  return [];
}
