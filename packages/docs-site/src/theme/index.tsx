import { useLang } from '@rspress/core/runtime';
import { getCustomMDXComponent as getDefaultComponents } from '@rspress/core/theme-original';
import type { ComponentProps } from 'react';
import './fonts.css';
import './theme.css';

export * from '@rspress/core/theme-original';
export { HomeLayout } from './home.tsx';

const { a: DefaultLink } = getDefaultComponents();

/** Keeps a Chinese reader below /zh, also in pages that exist in English only. */
function DocLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const isOther = useLang() === 'zh' && href.startsWith('/') && !href.startsWith('/zh/');
  return <DefaultLink href={isOther ? `/zh${href}` : href} {...rest} />;
}

export function getCustomMDXComponent() {
  return { ...getDefaultComponents(), a: DocLink };
}
