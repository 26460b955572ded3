import { readStored } from '../storage.ts';

/**
 * Loads the console and, when files of it were lost on the way, once more. What then still fails is said in the page,
 * in one language of the reader's, without anything that would have to be loaded for it.
 */
export async function startConsole(load: () => Promise<unknown>): Promise<void> {
  try {
    await load().catch(load);
  } catch (error) {
    showFailure();
    throw error; // for the browser's console
  }
}

function showFailure(): void {
  const root = document.getElementById('root');
  if (!root) return;
  // As i18next remembers it.
  const isChinese = (readStored('i18nextLng') ?? navigator.language).startsWith('zh');
  const texts = isChinese ? chinese : english;
  const heading = make('h1', texts.heading, {
    font: '600 24px/1.4 system-ui, sans-serif',
    margin: '0 0 8px',
  });
  const reason = make('p', texts.reason, { font: '16px/1.6 system-ui, sans-serif', margin: '0 0 24px' });
  const again = make('button', texts.again, {
    font: '500 16px/1 system-ui, sans-serif',
    minHeight: '40px',
    padding: '0 16px',
  });
  again.addEventListener('click', () => location.reload());
  const page = make('main', '', { maxWidth: '480px', margin: '15vh auto 0', padding: '0 16px' });
  const said = make('div', '', {});
  said.setAttribute('role', 'alert');
  said.append(heading, reason);
  page.append(said, again);
  const html = document.documentElement;
  html.lang = isChinese ? 'zh-CN' : 'en';
  html.style.colorScheme = 'light dark';
  root.replaceChildren(page);
}

const english = {
  heading: 'The console could not be loaded',
  reason:
    'Files of this page did not arrive. The connection may be slow or interrupted. Nothing of yours is lost.',
  again: 'Load the page again',
};
const chinese = {
  heading: '控制台未能加载',
  reason: '页面的部分文件没有送达，可能是网络较慢或已中断。你的数据没有丢失。',
  again: '重新加载页面',
};

function make(name: string, text: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  Object.assign(element.style, style);
  return element;
}
