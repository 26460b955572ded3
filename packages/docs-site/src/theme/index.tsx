import { useLang } from '@rspress/core/runtime';
import { getCustomMDXComponent as getDefaultComponents } from '@rspress/core/theme-original';
import type { ComponentProps } from 'react';
import './fonts.css';
import './theme.css';

export * from '@rspress/core/theme-original';
export { HomeLayout } from './home.tsx';

const { a: DefaultLink, code: DefaultCode } = getDefaultComponents();

/** Keeps a Chinese reader below /zh, also in pages that exist in English only. */
function DocLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const isOther = useLang() === 'zh' && href.startsWith('/') && !href.startsWith('/zh/');
  return <DefaultLink href={isOther ? `/zh${href}` : href} {...rest} />;
}

/** More would not fit in a line of a phone. */
const LONGEST_WORD = 28;

/** Inline code; a name without spaces stays in one line. */
function DocCode(props: ComponentProps<'code'>) {
  const { children, className } = props;
  const isWord = typeof children === 'string' && children.length <= LONGEST_WORD && !/\s/.test(children);
  return <DefaultCode {...props} {...(isWord && { className: `${className ?? ''} doc-word`.trim() })} />;
}

export function getCustomMDXComponent() {
  return { ...getDefaultComponents(), a: DocLink, code: DocCode };
}
