import type { Meta, StoryObj } from '@storybook/react';
import { MarkdownView } from '../core.ts';

const meta: Meta<typeof MarkdownView> = { title: 'Display/Markdown', component: MarkdownView };
export default meta;
type Story = StoryObj<typeof MarkdownView>;

export const Announcement: Story = {
  args: {
    source: `# Maintenance on Sunday

The gateway restarts at **02:00 UTC**. Calls under way are finished first; see the [status page](https://status.example.com).

1. Nothing is to be done.
2. Streams longer than ten minutes end with a \`503\` and can be sent again.

> Balances are not touched.

| Model | Input | Output |
| --- | ---: | ---: |
| gpt-4o | $2.50 | $10.00 |
| claude-sonnet | $3.00 | $15.00 |

- [x] Customers notified
- [ ] Keys rotated

---

维护期间控制台仍可使用，~~余额~~ 不受影响。`,
  },
};

export const AnswerOfAModel: Story = {
  args: {
    source: `Two ways to count:

\`\`\`python
total = sum(row.cost for row in rows if row.cost > 0)  # a line that goes on and on past the edge of any phone there is
\`\`\`

![A chart of costs](https://example.com/chart.png)

<script>alert('never runs')</script> and <b>never bold</b>, [not a link](javascript:alert(1)).`,
  },
};
