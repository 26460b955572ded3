import { readFileSync } from 'node:fs';

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

/** The first story of each page and part: its accessibility tree is kept as a snapshot. */
export function isPattern(story: Story): boolean {
  return isPageLike(story) && stories.find(({ title }) => title === story.title)?.id === story.id;
}
