import { Button } from '@arco-design/web-react';
import { IconCheck, IconCopy } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../display/copy-text.tsx';

/** A code block with a copy button. */
export function CodeBlock({ text, language }: { text: string; language: string }) {
  const { t } = useTranslation('common');
  const { copied, copy } = useCopy();
  return (
    <figure className="tg-markdown-code">
      <figcaption>
        <span>{language.split(/\s/)[0]}</span>
        <Button
          size="mini"
          type="text"
          icon={copied ? <IconCheck /> : <IconCopy />}
          aria-label={t('markdown.copy-code')}
          onClick={() => copy(text)}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
