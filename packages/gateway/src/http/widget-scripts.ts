/**
 * The scripts of the frame pages. The nonce comes in the fragment, which browsers do not send. A result is
 * posted only to the frame's own origin. After `expired` and `error` the console waits for the next result.
 */
const postMessageScript = `
const [nonce, theme, language] = location.hash.slice(1).split(',');
function tell(result) {
  if (parent !== window) parent.postMessage({ nonce, ...result }, location.origin);
}
`;

export const turnstileScript = `'use strict';${postMessageScript}
window.onTurnstile = () => {
  const box = document.getElementById('widget');
  window.turnstile.render(box, {
    sitekey: box.dataset.siteKey,
    theme: theme === 'dark' ? 'dark' : 'light',
    language: language === 'en' ? 'en' : 'zh-cn',
    callback: (token) => tell({ kind: 'token', token }),
    'expired-callback': () => tell({ kind: 'expired' }),
    'error-callback': () => tell({ kind: 'error' }),
  });
};
window.addEventListener('error', () => tell({ kind: 'error' }), true);
`;

export const telegramScript = `'use strict';${postMessageScript}
window.onTelegram = (user) => tell({ kind: 'user', user });
window.addEventListener('error', () => tell({ kind: 'error' }), true);
`;
