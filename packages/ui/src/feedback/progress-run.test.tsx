import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ProgressRun, type ProgressTools, Sparkline, useProgressRun } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';

function Page({ work }: { work: (tools: ProgressTools) => Promise<unknown> }) {
  const run = useProgressRun();
  return (
    <>
      <button type="button" onClick={() => run.start(work)}>
        Begin
      </button>
      <ProgressRun title="Testing channels" run={run} />
    </>
  );
}

const begin = () => userEvent.click(screen.getByRole('button', { name: 'Begin' }));

test('a long job shows its progress and can be stopped', async () => {
  let seen: AbortSignal | undefined;
  renderInConsole(
    <Page
      work={({ signal, report }) => {
        seen = signal;
        report({ done: 3, total: 1200, failed: 1 });
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }}
    />,
  );
  await begin();
  expect(screen.getByRole('status').textContent).toBe('3 of 1,200 · 1 failed');
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('3');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(seen?.aborted).toBe(true);
  expect(await screen.findByText(/Stopped after 3 of 1,200/)).toBeTruthy();
});

test('the result of a job stays on the page', async () => {
  renderInConsole(<Page work={async ({ report }) => report({ done: 7, total: 7 })} />);
  await begin();
  expect(await screen.findByText('7 done')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('a failed job shows the reason', async () => {
  renderInConsole(<Page work={() => Promise.reject({ code: 'network' })} />);
  await begin();
  expect(await screen.findByText(/Couldn't reach the server/)).toBeTruthy();
});

test('leaving the page aborts the job', async () => {
  let seen: AbortSignal | undefined;
  const endless = ({ signal }: ProgressTools) => {
    seen = signal;
    return new Promise(() => undefined);
  };
  const { unmount } = renderInConsole(<Page work={endless} />);
  await begin();
  unmount();
  expect(seen?.aborted).toBe(true);
});

test('a sparkline has a text alternative', () => {
  renderInConsole(<Sparkline values={[1, 5, 3]} label="Requests of 3 days" />);
  expect(screen.getByRole('img', { name: 'Requests of 3 days' })).toBeTruthy();
});
