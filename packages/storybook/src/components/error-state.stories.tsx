import type { Meta, StoryObj } from '@storybook/react';
import { ErrorState } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof ErrorState> = {
  title: 'Components/ErrorState',
  component: ErrorState,
  args: { error: { code: 'internal', requestId: '01JD4ZQ8M2K3V5' }, onRetry: () => undefined },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'ErrorState',
  from: '@tollgate/ui/core',
  use: 'A page or list that could not be loaded: what happened, a retry, the request ID.',
  anatomy: ['Icon.', 'What happened.', 'Request ID to copy.', 'Retry.'],
  dos: ['Keep it where the content would be.'],
  donts: ['Use it for errors of a field, which are at the field.', 'Repeat it as a toast.'],
  keys: [['Tab', 'Reaches the retry.']],
  states: [
    {
      name: 'Server error',
      children: (
        <ErrorState error={{ code: 'internal', requestId: '01JD4ZQ8M2K3V5' }} onRetry={() => undefined} />
      ),
    },
    { name: 'No connection', children: <ErrorState error={{ code: 'network' }} onRetry={() => undefined} /> },
  ],
  page: '/log',
});

export const Playground: StoryObj<typeof ErrorState> = {};
