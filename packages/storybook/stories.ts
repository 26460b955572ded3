import { readFileSync } from 'node:fs';
import type { Theme } from '@tollgate/design-tokens';

export interface Story {
  id: string;
  title: string;
  name: string;
  type: 'story' | 'docs';
}

const index = JSON.parse(readFileSync(new URL('./storybook-static/index.json', import.meta.url), 'utf8')) as {
  entries: Record<string, Story>;
};

/** Every story of the built Storybook. */
export const stories = Object.values(index.entries).filter(({ type }) => type === 'story');

/** Whole pages, and the parts that pages are made of. */
export function isPageLike({ title, name }: Story): boolean {
  return (
    /\/(Pages?|Dialogs|DataTable|Forms|FilterBar|ExtensionSlot|Areas that are not there)$/.test(title) &&
    !/Loading|Ten Thousand/.test(name) &&
    !title.startsWith('Components/') // documents parts that have stories of their own
  );
}

/**
 * Returns in which themes axe looks at a story. Of the stories of a title, the first has both themes, half of the
 * others light and half dark: they share their parts. All have both with `TEST_ALL=1`.
 */
export function themesOf(story: Story): readonly Theme[] {
  const family = stories.filter(({ title }) => title === story.title);
  const place = family.indexOf(story);
  if (place === 0 || process.env.TEST_ALL) return ['light', 'dark'];
  return [place < family.length / 2 ? 'light' : 'dark'];
}

/** The first story of each page and part: its accessibility tree is kept as a snapshot. */
export function isPattern(story: Story): boolean {
  return isPageLike(story) && stories.find(({ title }) => title === story.title)?.id === story.id;
}
