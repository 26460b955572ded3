import type { Token, Tokens } from 'marked';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decodeEntities } from './decode-entities.ts';
import { MAX_DEPTH, useMarkdownOptions } from './markdown-context.ts';
import { pictureUrl, safeLink } from './safe-link.ts';

interface InlinesProps {
  tokens: Token[];
  depth: number;
}

/** Inline tokens. */
export function Inlines({ tokens, depth }: InlinesProps) {
  if (depth > MAX_DEPTH) return tokens.map(({ raw }) => raw).join('');
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that grows keeps its beginning
  return tokens.map((token, index) => <Inline key={index} token={token} depth={depth} />);
}

function Inline({ token, depth }: { token: Token; depth: number }): ReactNode {
  const { t } = useTranslation('common');
  const tokens = 'tokens' in token ? token.tokens : undefined;
  const inner = () => <Inlines tokens={tokens ?? []} depth={depth + 1} />;
  switch (token.type) {
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'checkbox':
      return <input type="checkbox" disabled checked={token.checked} aria-label={t('markdown.task')} />;
    case 'link':
      return <SafeLink href={(token as Tokens.Link).href}>{inner()}</SafeLink>;
    case 'image':
      // Another picture at the same place needs a click of its own.
      return <Picture key={(token as Tokens.Image).href} token={token as Tokens.Image} />;
    case 'html':
      return token.raw;
    default:
      return tokens ? inner() : decodeEntities((token as Tokens.Text).text ?? token.raw);
  }
}

/** An unsafe link is shown as plain text. */
function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const link = safeLink(href);
  if (!link) return children;
  if (link.kind === 'page') return <Link to={link.to}>{children}</Link>;
  return (
    <a href={link.to} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Picture({ token: { href, text } }: { token: Tokens.Image }) {
  const { t } = useTranslation('common');
  const { images } = useMarkdownOptions();
  const [isShown, setShown] = useState(images === 'show');
  const url = pictureUrl(href);
  if (!url) return text;
  if (isShown) return <img src={url} alt={text} loading="lazy" referrerPolicy="no-referrer" />;
  return (
    <button type="button" className="tg-markdown-picture" title={url} onClick={() => setShown(true)}>
      {t('markdown.show-picture', { name: text || new URL(url, 'https://this.console').hostname })}
    </button>
  );
}
