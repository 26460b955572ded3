import type { Token, Tokens } from 'marked';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import { Inlines } from './inlines.tsx';
import { MAX_DEPTH, useMarkdownOptions } from './markdown-context.ts';

interface BlocksProps {
  tokens: Token[];
  depth: number;
}

/** Block tokens: paragraphs, headings, lists and the like. */
export function Blocks({ tokens, depth }: BlocksProps) {
  if (depth > MAX_DEPTH) return tokens.map(({ raw }) => raw).join('');
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that grows keeps its beginning
  return tokens.map((token, index) => <Block key={index} token={token} depth={depth} />);
}

function Block({ token, depth }: { token: Token; depth: number }) {
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} depth={depth} />;
    case 'paragraph':
      return (
        <p>
          <Inlines tokens={(token as Tokens.Paragraph).tokens} depth={depth} />
        </p>
      );
    case 'code':
      return <CodeBlock text={(token as Tokens.Code).text} language={(token as Tokens.Code).lang ?? ''} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return <List token={token as Tokens.List} depth={depth} />;
    case 'table':
      return <Table token={token as Tokens.Table} depth={depth} />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'html':
      return <p className="tg-markdown-plain">{token.raw.trim()}</p>;
    default:
      return <Inlines tokens={[token]} depth={depth} />;
  }
}

function Heading({ token, depth }: { token: Tokens.Heading; depth: number }) {
  const { headingLevel } = useMarkdownOptions();
  const Level = `h${Math.min(6, token.depth + headingLevel - 1)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  return (
    <Level>
      <Inlines tokens={token.tokens} depth={depth} />
    </Level>
  );
}

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that grows keeps its beginning
    <li key={index} className={item.task ? 'tg-markdown-task' : undefined}>
      <Blocks tokens={item.tokens} depth={depth + 1} />
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token, depth }: { token: Tokens.Table; depth: number }) {
  const { t } = useTranslation('common');
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
      <Cell key={index} className={cell.align ? `tg-markdown-${cell.align}` : undefined}>
        <Inlines tokens={cell.tokens} depth={depth} />
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="tg-markdown-table" tabIndex={0} aria-label={t('markdown.table')}>
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
