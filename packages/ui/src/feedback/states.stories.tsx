import type { Meta, StoryObj } from '@storybook/react';
import { useEffect } from 'react';
import { Button, ConfirmAction, EmptyState, ErrorState, ForbiddenState, useToast } from '../core.ts';
import { ProgressRun, useProgressRun } from '../data.ts';

const meta: Meta = { title: 'Feedback/States' };
export default meta;

export const Empty: StoryObj = {
  render: () => (
    <EmptyState
      title="You have no tokens yet"
      description="A token lets a program call models on your balance."
      action={<Button type="primary">Create token</Button>}
    />
  ),
};

export const Failed: StoryObj = {
  render: () => (
    <ErrorState error={{ code: 'internal', requestId: '01JD4ZQ8M2K3V5' }} onRetry={() => undefined} />
  ),
};

export const Forbidden: StoryObj = { render: () => <ForbiddenState /> };

export const Toasts: StoryObj = { render: () => <ToastButtons /> };

export const AsksFirst: StoryObj = {
  render: () => (
    <ConfirmAction
      danger
      title="Delete “eu-west”?"
      content="3 tokens stop working at once. This can't be undone."
      okText="Delete channel"
      done="Channel deleted"
      onConfirm={() => new Promise((resolve) => setTimeout(resolve, 600))}
    >
      Delete channel
    </ConfirmAction>
  ),
};

export const WantsTheName: StoryObj = {
  render: () => (
    <ConfirmAction
      danger
      title="Delete the user “ada”?"
      content="12 tokens stop working at once, and $48.20 of balance is gone."
      okText="Delete user"
      typedName="ada"
      onConfirm={() => undefined}
    >
      Delete user
    </ConfirmAction>
  ),
  play: ({ canvasElement }) => canvasElement.querySelector('button')?.click(),
};

export const LongWork: StoryObj = { render: () => <Run total={48} done={17} /> };

export const LongWorkOfUnknownLength: StoryObj = { render: () => <Run total={0} done={0} /> };

function Run({ total, done }: { total: number; done: number }) {
  const run = useProgressRun();
  const { start } = run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once
  useEffect(() => {
    void start(({ signal, report }) => {
      report({ done, total, failed: done && 2 });
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
  }, []);
  return <ProgressRun title="Testing channels" run={run} />;
}

function ToastButtons() {
  const toast = useToast();
  return (
    <>
      <Button onClick={() => toast.success('Token created')}>Success</Button>{' '}
      <Button onClick={() => toast.error({ code: 'rate_limited' })}>Failure</Button>
    </>
  );
}
