import type { Meta, StoryObj } from '@storybook/react';
import { MarkdownView } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const announcement = `The gateway restarts on Sunday at **02:00 UTC**.

1. Calls under way are finished first.
2. Later calls get a \`503\` and can be sent again.

| Model | Input | Output |
| --- | ---: | ---: |
| gpt-4o | $2.50 | $10.00 |`;

const code = `\`\`\`python
total = sum(row.cost for row in rows if row.cost > 0)
\`\`\``;

const meta: Meta<typeof MarkdownView> = {
  title: 'Components/MarkdownView',
  component: MarkdownView,
  args: { source: announcement, headingLevel: 2, images: 'ask' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'MarkdownView',
  from: '@tollgate/ui/core',
  use: 'Text of an administrator or a model with headings, lists, tables and code. Texts of the product are plain.',
  anatomy: ['Text of at most 68 characters a line.', 'Wide tables and code, which scroll.', 'Copy at code.'],
  dos: [
    'Set `headingLevel`, so that the headings continue those of the page.',
    'Keep `images` at “ask” for text of models: loading a picture tells its host who reads.',
  ],
  donts: ['Pass HTML: it is shown as text.', 'Use it for a sentence.'],
  keys: [
    ['Tab', 'Moves through links, copy buttons and pictures to load.'],
    ['Enter', 'Follows the link, or presses the button.'],
  ],
  states: [
    { name: 'Announcement', children: <MarkdownView source={announcement} /> },
    { name: 'Code', children: <MarkdownView source={code} /> },
    {
      name: 'Picture of a model',
      children: <MarkdownView source="![A chart of costs](https://example.com/chart.png)" />,
    },
    { name: 'Link', children: <MarkdownView source="See the [status page](https://example.com)." /> },
    {
      name: 'Focus',
      look: 'focus',
      children: <MarkdownView source="See the [prices](https://example.com)." />,
    },
    { name: 'HTML', children: <MarkdownView source="<b>Never bold</b>" /> },
  ],
  page: '/about',
});

export const Playground: StoryObj<typeof MarkdownView> = {};
