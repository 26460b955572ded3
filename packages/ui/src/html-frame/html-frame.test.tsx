import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HtmlFrame } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

test('the frame has no origin, gets its content once it is ready, and grows to the reported height', () => {
  renderInConsole(<HtmlFrame title="About" html="<h1>Hello</h1>" />);
  const frame = screen.getByTitle('About') as HTMLIFrameElement;
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  const post = vi.fn();
  const inner = { postMessage: post } as unknown as Window;
  Object.defineProperty(frame, 'contentWindow', { value: inner });

  postMessage('ready', inner);
  expect(post.mock.calls[0]?.[0]).toMatchObject({ html: '<h1>Hello</h1>' });
  postMessage({ height: 640.2 }, inner);
  expect(frame.style.height).toBe('641px');
});

test('other senders cannot resize the frame, and its height is limited', () => {
  renderInConsole(<HtmlFrame title="About" html="" />);
  const frame = screen.getByTitle('About') as HTMLIFrameElement;
  const inner = {} as Window;
  Object.defineProperty(frame, 'contentWindow', { value: inner });
  postMessage({ height: 999 }, window);
  expect(frame.style.height).toBe('80px');
  postMessage({ height: 1e9 }, inner);
  expect(frame.style.height).toBe('20000px');
});

function postMessage(data: unknown, source: Window): void {
  act(() => {
    window.dispatchEvent(Object.assign(new Event('message'), { data, source }));
  });
}
