import type { Meta, StoryObj } from '@storybook/react';
import { Button } from '@tollgate/ui/core';
import { ProgressRun, type ProgressState } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

const run: ProgressState = {
  phase: 'running',
  progress: { done: 21, total: 37, failed: 2 },
  error: undefined,
  start: async () => undefined,
  stop: () => undefined,
};

const meta: Meta<typeof ProgressRun> = {
  title: 'Components/ProgressRun',
  component: ProgressRun,
  args: { title: 'Testing channels', run },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'ProgressRun',
  from: '@tollgate/ui/data',
  use: 'A job of many steps that takes longer than a few seconds, such as a test of every channel. A single request shows it at its button.',
  anatomy: [
    'Name of the job.',
    'Steps done, steps in all, failures.',
    'Next step, such as “Show failed”.',
    'Stop.',
    'Bar.',
  ],
  dos: ['Put it above the list the job is about.', 'Keep the result until the next job begins.'],
  donts: ['Cover the page: work goes on meanwhile.', 'Break off at the first failure: count it.'],
  keys: [
    ['Tab', 'Moves to the next step and to Stop.'],
    ['Enter', 'Presses the button.'],
  ],
  states: [
    { name: 'Running', children: <ProgressRun title="Testing channels" run={run} /> },
    {
      name: 'Loading: total unknown',
      children: <ProgressRun title="Reading channels" run={{ ...run, progress: { done: 0, total: 0 } }} />,
    },
    {
      name: 'Done',
      children: (
        <ProgressRun
          title="All channels tested"
          run={{ ...run, phase: 'done', progress: { done: 37, total: 37 } }}
        />
      ),
    },
    {
      name: 'Done, some failed',
      children: (
        <ProgressRun
          title="All channels tested, with failures"
          run={{ ...run, phase: 'done', progress: { done: 37, total: 37, failed: 2 } }}
        >
          <Button size="small">Show failed</Button>
        </ProgressRun>
      ),
    },
    { name: 'Stopped', children: <ProgressRun title="Test stopped" run={{ ...run, phase: 'stopped' }} /> },
    {
      name: 'Error',
      children: (
        <ProgressRun title="Test failed" run={{ ...run, phase: 'failed', error: { code: 'network' } }} />
      ),
    },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof ProgressRun> = {};
