import type { Decorator } from '@storybook/react';
import type { ConsoleStoryProps } from './console-story.tsx';
import { ada, admin, root } from './users.ts';

/** Story decorator: theme, language and role of Storybook's toolbar, for a whole console. */
export function followToolbar(...[Story, { args, globals }]: Parameters<Decorator<ConsoleStoryProps>>) {
  const { theme, language, role } = globals;
  const { user: _, ...rest } = args;
  const who = role === 'story' ? args.user : people[role as keyof typeof people];
  return (
    <Story
      key={`${theme} ${language} ${role}`}
      args={{ ...rest, ...(who && { user: who }), theme, language }}
    />
  );
}

const people = { public: undefined, user: ada, admin, root };
