/**
 * The page in which the console shows foreign HTML. It runs in a frame without an origin, receives the HTML
 * as a message, and replies with its height. Its policy allows only its own script: handlers and scripts in
 * the shown HTML never run. Opened directly, with an origin, it does nothing.
 */
export const htmlFrame = { path: '/embed/frame.html', page, script, policy };

/** The message to the frame: the HTML and the console's appearance. */
export interface HtmlFrameMessage {
  html: string;
  look: { theme: 'light' | 'dark'; text: string; link: string; background: string; font: string };
}

/**
 * `scriptHash` is the base64 of the SHA-256 of {@link script}. The page also carries its policy, wherever it is served.
 */
function page(scriptHash: string): string {
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${rules(scriptHash)}"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Tollgate</title><style>${style}</style></head>
<body><div id="content"></div><script>${script()}</script></body></html>
`;
}

/** Content-Security-Policy header of the page. */
function policy(scriptHash: string): string {
  return `sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; ${rules(scriptHash)}; frame-ancestors 'self'`;
}

function rules(scriptHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    "style-src 'unsafe-inline' https:",
    'img-src https: data:',
    'font-src https: data:',
    'media-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function script(): string {
  return `
if (self.origin === 'null') {
  const content = document.getElementById('content');
  const root = document.documentElement;
  const tell = () => parent.postMessage({ height: root.getBoundingClientRect().height }, '*');
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data.html !== 'string') return;
    const { theme, text, link, background, font } = data.look;
    root.style.colorScheme = theme;
    root.style.setProperty('--text', text);
    root.style.setProperty('--link', link);
    root.style.background = background;
    root.style.fontFamily = font;
    content.innerHTML = data.html;
    for (const link of content.querySelectorAll('a[href]:not([href^="#"])')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    tell();
  });
  new ResizeObserver(tell).observe(root);
  parent.postMessage('ready', '*');
}
`;
}

const style = `html,body{margin:0;background:transparent}
html{overflow:hidden auto;font-size:14px;line-height:1.6;color:var(--text)}
body{overflow-wrap:anywhere;display:flow-root}#content>:first-child{margin-top:0}#content>:last-child{margin-bottom:0}
img,video{max-width:100%;height:auto}a{color:var(--link)}`;
