import { colors, type } from '@tollgate/design-tokens';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../provider/use-theme.ts';
import './html-frame.css';

export interface HtmlFrameProps {
  /** HTML that an administrator wrote. Its scripts never run. */
  html: string;
  /** Names the content for screen readers: "About this service". */
  title: string;
  /** Pixels, until the content has said how high it is. */
  minHeight?: number;
  /** What it stands on; the page in the frame is painted in the same colour. */
  on?: 'page' | 'raised';
}

/**
 * Foreign HTML on a page of its own, with no origin, no cookies and no scripts but the server's one, which shows what it
 * is sent and answers how high that is. The console's own policy refuses HTML in the page, also as `srcdoc`.
 */
export function HtmlFrame({ html, title, minHeight = 80, on = 'page' }: HtmlFrameProps) {
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(minHeight);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (data === 'ready') setReady(true);
      else if (hasHeight(data)) setHeight(Math.min(Math.max(Math.ceil(data.height), minHeight), HIGHEST));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [minHeight]);

  useEffect(() => {
    if (!isReady) return;
    const { text, brand, [on]: background } = colors[theme];
    const look = { theme, text, link: brand, background, font: type.family };
    // A page without origin can only be addressed as anyone; it stands in our own frame.
    frame.current?.contentWindow?.postMessage({ html, look }, '*');
  }, [isReady, html, theme, on]);

  return (
    <iframe
      ref={frame}
      className="tg-html-frame"
      src={framePage}
      title={title}
      style={{ height }}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
    />
  );
}

/** `htmlFrame.path` of the contract, which the kit does not know. */
const framePage = '/embed/frame.html';

/** A content that grows with its frame would never end. */
const HIGHEST = 20_000;

function hasHeight(data: unknown): data is { height: number } {
  const height = (data as { height?: unknown } | null)?.height;
  return typeof height === 'number' && Number.isFinite(height);
}
