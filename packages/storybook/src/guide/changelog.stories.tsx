import type { Meta, StoryObj } from '@storybook/react';
import { MarkdownView, Skeleton } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import './guide.css';

const meta: Meta = { title: 'Guide/Changelog' };
export default meta;

/** What changed in each version, as in CHANGELOG.md. */
export const Versions: StoryObj = { render: () => <Changelog /> };

function Changelog() {
  const [text, setText] = useState<string>();
  useEffect(() => {
    fetch('changelog/changelog.md')
      .then((response) => (response.ok ? response.text() : `The changelog answered ${response.status}.`))
      .then(setText, (error: Error) => setText(error.message));
  }, []);
  return (
    <article className="sb-guide">
      {text === undefined ? <Skeleton animation text={{ rows: 8 }} /> : <MarkdownView source={text} />}
    </article>
  );
}
