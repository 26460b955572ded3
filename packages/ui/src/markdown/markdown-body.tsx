import { lexer, type Token } from 'marked';
import { memo, useMemo } from 'react';
import { Blocks } from './blocks.tsx';
import { MarkdownContext } from './markdown-context.ts';
import type { MarkdownViewProps } from './types.ts';
import './markdown.css';

/** Renders the tokens of the text as elements. No HTML is created from it, so no script can run. */
export const MarkdownBody = memo(function MarkdownBody({
  source,
  headingLevel = 2,
  images = 'ask',
}: MarkdownViewProps) {
  const tokens = useMemo(() => read(source), [source]);
  const options = useMemo(() => ({ headingLevel, images }), [headingLevel, images]);
  return (
    <MarkdownContext value={options}>
      <div className="tg-markdown">
        {tokens ? <Blocks tokens={tokens} depth={0} /> : <pre className="tg-markdown-plain">{source}</pre>}
      </div>
    </MarkdownContext>
  );
});

/** Returns undefined when the text is nested too deeply; it is then shown as plain text. */
function read(source: string): Token[] | undefined {
  try {
    return lexer(source);
  } catch {
    return undefined;
  }
}
