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
