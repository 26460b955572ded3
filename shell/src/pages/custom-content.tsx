import { HtmlFrame, MarkdownView } from '@tollgate/ui/core';
import { IconLaunch } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../web-address.ts';
import { isHtml } from './is-html.ts';
import './custom-content.css';

/**
 * Content that administrators wrote. A web address is shown in a frame that can neither read nor navigate the
 * console, HTML in a frame without an origin, everything else as Markdown.
 */
export function CustomContent({ content, title }: { content: string; title: string }) {
  const text = content.trim();
  const kind = kindOf(text);
  return (
    <>
      <h1 className="tg-visually-hidden">{title}</h1>
      {kind === 'address' && <AddressFrame address={text} title={title} />}
      {kind === 'html' && (
        <div className="sh-custom-html">
          <HtmlFrame html={text} title={title} minHeight={320} />
        </div>
      )}
      {kind === 'markdown' && (
        <article className="sh-custom-text">
          <MarkdownView source={text} images="show" />
        </article>
      )}
    </>
  );
}

/** A site may refuse to be framed, which cannot be detected: so there is also a link. */
function AddressFrame({ address, title }: { address: string; title: string }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <iframe
        className="sh-custom-frame"
        src={address}
        title={title}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
      <a className="sh-custom-out" href={address} target="_blank" rel="noopener noreferrer">
        {t('custom.open', { host: new URL(address).host })}
        <IconLaunch aria-hidden />
      </a>
    </>
  );
}

function kindOf(text: string): 'address' | 'html' | 'markdown' {
  if (isWebAddress(text) && !isOwnOrigin(text)) return 'address';
  return isHtml(text) ? 'html' : 'markdown';
}

/** A same-origin frame with scripts could leave its sandbox. */
function isOwnOrigin(address: string): boolean {
  return new URL(address).origin === window.location.origin;
}
