import { createElement, Fragment, type ReactNode } from 'react';
import { isWebAddress } from '../../web-address.ts';
import { type HtmlNode, parseHtml } from './parse-html.ts';

/**
 * Shows HTML that an administrator typed. Only text, line breaks, plain emphasis and web links are rendered,
 * as React elements. The browser's HTML parser is never used, so no script can run.
 */
export function SafeHtml({ html }: { html: string }) {
  return <>{parseHtml(html).map(draw)}</>;
}

function draw(node: HtmlNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children.map(draw);
  if (node.tag === 'a' && isLink(node.href)) {
    return (
      <a key={index} href={node.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  if (node.tag === 'br') return <br key={index} />;
  if (plain.has(node.tag)) return createElement(node.tag, { key: index }, ...children);
  return <Fragment key={index}>{children}</Fragment>;
}

function isLink(href: string | undefined): boolean {
  return href !== undefined && (isWebAddress(href) || /^mailto:[^\s]+$/i.test(href));
}

const plain = new Set(['b', 'strong', 'i', 'em', 'span']);
