import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { LazyPage, loadPageAhead, PageFallback } from './lazy-page.tsx';

const pageOf = (words: string) => async () => () => <h1>{words}</h1>;

test('going back to an earlier page shows that page', async () => {
  const [users, statement] = [pageOf('Users'), pageOf('Statement')];
  const { rerender } = render(<LazyPage load={users} />);
  await screen.findByText('Users');
  rerender(<LazyPage load={statement} />);
  await screen.findByText('Statement');
  rerender(<LazyPage load={users} />);
  expect(screen.getByRole('heading').textContent).toBe('Users');
});

test('the previous page disappears while the next one is fetched', async () => {
  const { rerender } = render(<LazyPage load={pageOf('Users')} />);
  await screen.findByText('Users');
  rerender(<LazyPage load={() => new Promise(() => {})} />);
  expect(screen.queryByRole('heading')).toBeNull();
});

test("the host's fallback is shown while a page is fetched", async () => {
  render(
    <PageFallback value={<h1>Users, soon</h1>}>
      <LazyPage load={pageOf('Users')} />
    </PageFallback>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Users, soon');
  await screen.findByText('Users');
  expect(screen.queryByText('Users, soon')).toBeNull();
});

test('a preloaded page is shown with the first render', async () => {
  const load = pageOf('Users');
  await loadPageAhead(<LazyPage load={load} />);
  render(<LazyPage load={load} />);
  expect(screen.getByRole('heading').textContent).toBe('Users');
});

test('a page that cannot be fetched fails in the surrounding boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const gone = () => Promise.reject(new Error('gone'));
  render(
    <Boundary>
      <LazyPage load={gone} />
    </Boundary>,
  );
  expect(await screen.findByText('gone')).toBeTruthy();
  vi.restoreAllMocks();
});

test('a page that fails to load once is fetched again without a visible error', async () => {
  const load = vi.fn(pageOf('Users'));
  load.mockRejectedValueOnce(chunkError('missing'));
  render(
    <Boundary>
      <LazyPage load={load} />
    </Boundary>,
  );
  expect(await screen.findByText('Users')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a page that fails twice shows an error and loads on a retry by the user', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(pageOf('Users'));
  load.mockRejectedValueOnce(chunkError('missing')).mockRejectedValueOnce(chunkError('missing'));
  const inBoundary = (visit: number) => (
    <Boundary key={visit}>
      <LazyPage load={load} />
    </Boundary>
  );
  const { rerender } = render(inBoundary(1));
  expect(await screen.findByText('Loading chunk 7 failed. (missing)')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
  rerender(inBoundary(2));
  expect(await screen.findByText('Users')).toBeTruthy();
  vi.restoreAllMocks();
});

test('a page that timed out is not fetched a second time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(pageOf('Users'));
  load.mockRejectedValueOnce(chunkError('timeout'));
  render(
    <Boundary>
      <LazyPage load={load} />
    </Boundary>,
  );
  expect(await screen.findByText('Loading chunk 7 failed. (timeout)')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

/** The error of the bundler's runtime. */
function chunkError(type: 'missing' | 'timeout'): Error {
  const error = new Error(`Loading chunk 7 failed. (${type})`);
  return Object.assign(error, { name: 'ChunkLoadError', type });
}

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error?.message ?? this.props.children;
  }
}
