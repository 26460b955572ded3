import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { area } from '../area.tsx';
import { Conversation } from './conversation.ts';
import { Lane } from './lane.tsx';
import { MessageList } from './message-list.tsx';
import { PlaygroundPage } from './playground-page.tsx';

const groups = { default: { desc: 'Default group', ratio: 1 }, vip: { desc: 'VIP group', ratio: 0.8 } };

const meta: Meta<typeof PlaygroundPage> = {
  title: 'Playground/Page',
  component: PlaygroundPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof PlaygroundPage>;

export const Filled: Story = {
  decorators: [
    answering(listOwnGroups, groups),
    answering(listOwnModels, ['gpt-4o-mini', 'claude-3-5-haiku-20241022']),
    areaDecorator({ id: 'playground', area }),
  ],
};

export const NoModels: Story = {
  decorators: [
    answering(listOwnGroups, groups),
    answering(listOwnModels, []),
    areaDecorator({ id: 'playground', area }),
  ],
};

/** Three models side by side, after one message. */
export const SideBySide: Story = {
  decorators: [
    answering(listOwnGroups, groups),
    answering(listOwnModels, ['gpt-4o-mini', 'claude-3-5-haiku-20241022', 'deepseek-chat']),
    areaDecorator({ id: 'playground', area }),
  ],
  render: () => (
    <section className="playground-chat">
      <div className="playground-lanes">
        {[
          'gpt-4o-mini',
          'claude-3-5-haiku-20241022',
          'a-model-whose-name-is-longer-than-its-lane-is-wide-2026',
        ].map((model) => (
          <Lane
            key={model}
            lane={laneOf(model)}
            model={model}
            isCompared
            onCopy={none}
            onEdit={none}
            onRegenerate={none}
          />
        ))}
      </div>
    </section>
  ),
};

const none = () => {};

function laneOf(model: string): Conversation {
  const lane = new Conversation();
  const charge = { inputTokens: 12, outputTokens: 9, quota: 3 };
  lane.show([
    { ...timestamps, id: '1', role: 'user', content: 'What is a toll gate?', status: 'complete' },
    {
      ...{ ...timestamps, id: '2', role: 'assistant', status: 'complete' },
      content: `I am ${model}. A gate that opens when the toll is paid.`,
      facts: { model, firstMs: 420, totalMs: 2310, charge },
    },
  ]);
  return lane;
}

const timestamps = { createAt: 0 } as const;

export const EveryStatus: Story = {
  decorators: [areaDecorator({ id: 'playground', area })],
  render: () => (
    <MessageList
      onCopy={() => {}}
      onEdit={() => {}}
      onRegenerate={() => {}}
      messages={[
        { ...timestamps, id: '1', role: 'user', content: 'What is a toll gate?', status: 'complete' },
        {
          ...timestamps,
          id: '2',
          role: 'assistant',
          content: 'A gate that opens when the toll is paid.',
          status: 'complete',
          facts: {
            model: 'gpt-4o-mini',
            firstMs: 420,
            totalMs: 2310,
            charge: { inputTokens: 1284, outputTokens: 153, quota: 142 },
          },
        },
        {
          ...timestamps,
          id: '3',
          role: 'user',
          content: 'Tell me more about '.repeat(30),
          status: 'complete',
        },
        { ...timestamps, id: '4', role: 'assistant', content: 'The oldest ones', status: 'incomplete' },
        { ...timestamps, id: '5', role: 'assistant', content: '', status: 'loading' },
        {
          ...timestamps,
          id: '7',
          role: 'assistant',
          content: 'A **gate**, and a list:\n\n- toll\n- barrier',
          reasoning: 'They want it short.',
          status: 'complete',
        },
        {
          ...timestamps,
          id: '6',
          role: 'assistant',
          content: 'Half a reply\n\nThe balance does not cover this request.',
          status: 'error',
          errorCode: 'insufficient_user_quota',
        },
      ]}
    />
  ),
};
