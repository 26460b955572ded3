import { Button, Tooltip } from '@arco-design/web-react';
import { IconCheck, IconCopy } from '@arco-design/web-react/icon';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToCopy } from '../feedback/show-to-copy.ts';
import { useToast } from '../feedback/use-toast.ts';
import './copy-text.css';

export interface CopyTextProps {
  /** The copied text. */
  text: string;
  /** The shown text, such as a masked key; `text` by default. */
  children?: ReactNode;
  /** Names the value for the button: "Copy request id". */
  what?: string;
  /** Monospace, for ids, keys and code. On by default. */
  mono?: boolean;
}

/** A value with a copy button that appears on hover and on focus. Long values are truncated, with a tooltip. */
export function CopyText({ text, children, what = '', mono = true }: CopyTextProps) {
  const { t } = useTranslation('common');
  const { copied, copy } = useCopy();
  return (
    <span className="tg-copy-text" data-part="copy-text">
      <span
        className={mono ? 'tg-copy-text-value tg-mono' : 'tg-copy-text-value'}
        data-part="copy-value"
        title={children ? undefined : text}
      >
        {children ?? text}
      </span>
      <Tooltip content={copied ? t('copy.copied') : t('copy.copy', { what })}>
        <Button
          className="tg-copy-text-button"
          data-part="copy-button"
          size="mini"
          type="text"
          icon={copied ? <IconCheck /> : <IconCopy />}
          aria-label={t('copy.copy', { what })}
          onClick={() => copy(text)}
        />
      </Tooltip>
    </span>
  );
}

/**
 * Copies to the clipboard and confirms it with `done` or a default sentence; `copied` is true for two
 * seconds. When the browser refuses, the text is shown for manual copying.
 */
export function useCopy(done?: string): { copied: boolean; copy: (text: string) => Promise<void> } {
  const { t } = useTranslation('common');
  const toast = useToast();
  const [copied, setCopied] = useState(false);

  async function copy(text: string) {
    try {
      await writeToClipboard(text);
      setCopied(true);
      toast.success(done ?? t('copy.copied'));
      setTimeout(() => setCopied(false), 2000);
    } catch {
      await showToCopy(text);
    }
  }
  return { copied, copy };
}

/** @throws when the browser does not allow it */
export async function writeToClipboard(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  if (!copyByCommand(text)) throw new Error('the browser did not copy');
}

/** The older way, within a click. Pages without TLS have no `navigator.clipboard`. */
function copyByCommand(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, { capture: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return isCopied;
}
