import type { SettingsSection } from './describe.ts';

/** Texts for visitors and users. */
export const otherSections: readonly SettingsSection[] = [
  { id: 'notice', fields: [{ key: 'Notice', name: 'notice', kind: 'long', rows: 6 }] },
  { id: 'system-name', fields: [{ key: 'SystemName', name: 'system-name', kind: 'text', max: 100 }] },
  { id: 'logo', fields: [{ key: 'Logo', name: 'logo', kind: 'link' }] },
  { id: 'home', fields: [{ key: 'HomePageContent', name: 'home-page', kind: 'long', rows: 8 }] },
  { id: 'about', fields: [{ key: 'About', name: 'about', kind: 'long', rows: 8 }] },
  { id: 'footer', fields: [{ key: 'Footer', name: 'footer', kind: 'long', rows: 4 }] },
  { id: 'updates', fields: [{ key: 'UpdateFeedUrl', name: 'update-feed', kind: 'url' }] },
];
