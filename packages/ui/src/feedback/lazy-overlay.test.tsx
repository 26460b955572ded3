import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyOverlay } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

const Panel = ({ onClose }: { onClose?: () => void }) => (
  <button type="button" onClick={onClose}>
    panel
  </button>
);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('an overlay whose file does not arrive closes with a word, and opens the next time', async () => {
  const load = vi.fn(async () => Panel);
  load.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost'));
  const Overlay = lazyOverlay(load);
  const close = vi.fn();
  const { unmount } = renderInConsole(<Overlay onClose={close} />);
  await wait(1000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(close).toHaveBeenCalledTimes(1);
  unmount();
  renderInConsole(<Overlay onClose={close} />);
  await wait(0);
  expect(screen.getByRole('button', { name: 'panel' })).toBeTruthy();
  expect(close).toHaveBeenCalledTimes(1);
});

test('a file that is lost once is fetched again at once', async () => {
  const Overlay = lazyOverlay(vi.fn(async () => Panel).mockRejectedValueOnce(new Error('lost')));
  const close = vi.fn();
  renderInConsole(<Overlay onClose={close} />);
  await wait(400);
  expect(screen.getByRole('button', { name: 'panel' })).toBeTruthy();
  expect(close).not.toHaveBeenCalled();
});

test('an overlay that opened by itself comes when the network is back', async () => {
  const load = vi.fn(async () => Panel);
  for (let time = 0; time < 4; time++) load.mockRejectedValueOnce(new Error('offline'));
  const Overlay = lazyOverlay<{ onClose?: () => void }>(load);
  renderInConsole(<Overlay />);
  await wait(2000);
  expect(screen.queryByRole('button')).toBeNull();
  await wait(20_000);
  expect(screen.getByRole('button', { name: 'panel' })).toBeTruthy();
});
