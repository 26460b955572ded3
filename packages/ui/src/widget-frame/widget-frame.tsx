import { useLanguage } from '@tollgate/i18n';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../provider/use-theme.ts';
import { randomNonce } from './random-nonce.ts';
import './widget-frame.css';

export interface WidgetFrameProps {
  /** A page of the gateway that holds a third-party widget. */
  path: '/embed/turnstile' | '/embed/telegram';
  title: string;
  heightPx: number;
  onMessage: (message: WidgetMessage) => void;
}

export type WidgetMessage = { kind: string } & Record<string, unknown>;

/**
 * A third-party widget, in a page of the gateway with its own CSP. Accepts messages only from that frame,
 * from our own origin, and with the frame's nonce.
 */
export function WidgetFrame({ path, title, heightPx, onMessage }: WidgetFrameProps) {
  const { language } = useLanguage();
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [nonce] = useState(randomNonce);
  const latest = useRef(onMessage);
  latest.current = onMessage;

  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      if (isMessage(data) && data.nonce === nonce) latest.current(data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [nonce]);

  return (
    <iframe
      ref={frame}
      key={`${theme} ${language}`}
      className="tg-widget"
      src={`${path}?language=${language}#${nonce},${theme},${language}`}
      title={title}
      height={heightPx}
    />
  );
}

function isMessage(data: unknown): data is WidgetMessage {
  return typeof data === 'object' && data !== null && 'kind' in data && typeof data.kind === 'string';
}
