import { Button } from '@arco-design/web-react';
import { IconCheck, IconCopy } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import { useCopy } from './copy-text.tsx';
import './code-sample.css';

export interface CodeSampleProps {
  text: string;
  /** The copied text when the shown text hides a part, such as a key. */
  copyText?: string;
  /** Name for the button and for screen readers: "curl". */
  label: string;
}

/** A code example with a copy button. */
export function CodeSample({ text, copyText = text, label }: CodeSampleProps) {
  const { t } = useTranslation('common');
  const { copied, copy } = useCopy();
  return (
    <figure className="tg-code-sample" data-part="code-sample">
      <figcaption>
        <span>{label}</span>
        <Button
          size="mini"
          type="text"
          icon={copied ? <IconCheck /> : <IconCopy />}
          onClick={() => copy(copyText)}
        >
          {copied ? t('copy.copied') : t('markdown.copy-code')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
