import type { Meta, StoryObj } from '@storybook/react';
import { MarkdownView } from '@tollgate/ui/core';
import changelog from '../../../../CHANGELOG.md?raw';
import './guide.css';

const meta: Meta = { title: 'Guide/Changelog' };
export default meta;

/** What changed in each version, as in CHANGELOG.md. */
export const Versions: StoryObj = {
  render: () => (
    <article className="sb-guide">
      <MarkdownView source={changelog} />
    </article>
  ),
};
