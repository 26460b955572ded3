import type { Token } from 'marked';
import { memo, useMemo, useRef } from 'react';
import { Blocks } from './blocks.tsx';
import { type Lexed, lexGrown } from './lex-grown.ts';
import { MarkdownContext } from './markdown-context.ts';
import type { MarkdownViewProps } from './types.ts';
import './markdown.css';

export { lexGrown };

/** Renders the tokens of the text as elements. No HTML is created from it, so no script can run. */
export const MarkdownBody = memo(function MarkdownBody({
  source,
  headingLevel = 2,
  images = 'ask',
}: MarkdownViewProps) {
  const before = useRef<Lexed>(undefined);
  const { tokens } = useMemo(() => {
    before.current = lexGrown(source, before.current);
    return before.current;
  }, [source]);
  const options = useMemo(() => ({ headingLevel, images }), [headingLevel, images]);
  return (
    <MarkdownContext value={options}>
      <div className="tg-markdown">
        {tokens ? <SteadyBlocks tokens={tokens} /> : <pre className="tg-markdown-plain">{source}</pre>}
      </div>
    </MarkdownContext>
  );
});

/** Of a text that grows only the last blocks are drawn again. */
function SteadyBlocks({ tokens }: { tokens: Token[] }) {
  const links = tokens.filter(({ type }) => type === 'def').length;
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that grows keeps its beginning
    <SteadyBlock key={index} token={token} links={links} />
  ));
}

interface SteadyBlockProps {
  token: Token;
  /** Number of definitions in the text: a new one may turn earlier words into links. */
  links: number;
}

const SteadyBlock = memo(
  ({ token }: SteadyBlockProps) => <Blocks tokens={[token]} depth={0} />,
  (before, next) =>
    before.token.raw === next.token.raw &&
    before.token.type === next.token.type &&
    before.links === next.links,
);
