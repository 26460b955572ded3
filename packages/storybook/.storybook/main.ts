import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { htmlFrame } from '@tollgate/contract';
import type { StorybookConfig } from 'storybook-react-rsbuild';

const root = path.resolve(import.meta.dirname, '../../..');

const config: StorybookConfig = {
  framework: {
    name: 'storybook-react-rsbuild',
    // With lazy compilation, the first page reloads for updates that the server no longer has, and shows no story.
    options: { builder: { lazyCompilation: false } },
  },
  // One folder each: the builder cannot resolve modules in a folder whose name is a pattern.
  stories: ['packages/storybook', 'packages/ui', 'shell', ...globSync('mfe-*', { cwd: root })].map(
    (folder) => ({
      directory: path.join(root, folder, 'src'),
      files: '**/*.stories.tsx',
    }),
  ),
  staticDirs: [
    { from: writeEmbedded(), to: path.posix.dirname(htmlFrame.path) },
    { from: copyChangelog(), to: '/changelog' },
  ],
  addons: ['@storybook/addon-a11y'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
};

export default config;

/** The page for foreign HTML, which the gateway serves in production. */
function writeEmbedded(): string {
  const folder = path.join(root, '.cache/storybook-embed');
  const scriptHash = createHash('sha256').update(htmlFrame.script()).digest('base64');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, path.basename(htmlFrame.path)), htmlFrame.page(scriptHash));
  return folder;
}

/** The changelog, which the story of it fetches. */
function copyChangelog(): string {
  const folder = path.join(root, '.cache/storybook-changelog');
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(root, 'CHANGELOG.md'), path.join(folder, 'changelog.md'));
  return folder;
}
