import { colors, type } from '@tollgate/design-tokens';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../provider/use-theme.ts';
import './html-frame.css';

export interface HtmlFrameProps {
  /** HTML that an administrator wrote. Its scripts never run. */
  html: string;
  /** Names the content for screen readers: "About this service". */
  title: string;
  /** Pixels, until the content has reported its height. */
  minHeight?: number;
  /** The surface around it; the page in the frame has the same color. */
  on?: 'page' | 'raised';
}

/**
 * Foreign HTML in a separate page without origin, cookies or scripts, except the server's script that renders
 * the message and reports the height. The console's CSP blocks HTML in the page, also as `srcdoc`.
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
    // A page without origin can only be addressed with `*`; it is in our own frame.
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

/** `htmlFrame.path` of the contract, which the kit does not import. */
const framePage = '/embed/frame.html';

/** Limits content that grows with its frame. */
const HIGHEST = 20_000;

function hasHeight(data: unknown): data is { height: number } {
  const height = (data as { height?: unknown } | null)?.height;
  return typeof height === 'number' && Number.isFinite(height);
}
