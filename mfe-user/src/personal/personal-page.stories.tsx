import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  type AccessToken,
  getAccessToken,
  getAffCode,
  getSelf,
  getStatus,
  listOwnModels,
  listSessions,
  type User,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { ada, backupToken, extreme, here, models, phone, site } from './personal.fixtures.ts';
import { PersonalPage } from './personal-page.tsx';

const meta: Meta<typeof PersonalPage> = {
  title: 'Personal settings/Page',
  component: PersonalPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof PersonalPage>;

export const Filled: Story = story(ada);

export const Extremes: Story = story(extreme, 'bindings', [...models, 'm'.repeat(200)]);

export const Security: Story = story(ada, 'security');

export const SecurityWithToken: Story = story(ada, 'security', models, backupToken);

export const Notifications: Story = story(ada, 'notifications');

export const Webhook: Story = story(
  {
    ...ada,
    setting: '{"notify_type":"webhook","webhook_url":"https://a.example/x","webhook_secret_configured":true}',
  },
  'notifications',
);

export const Prices: Story = story(ada, 'prices');

export const WithoutModels: Story = story(ada, 'bindings', []);

export const Loading: Story = {
  decorators: [
    answering(getSelf, ada, { delayMs: Number.POSITIVE_INFINITY }),
    answering(listOwnModels, models, { delayMs: Number.POSITIVE_INFINITY }),
    answering(getAffCode, 'aB3x'),
    areaDecorator({ id: 'user', area, path: '/personal' }),
  ],
};

export const Failed: Story = {
  decorators: [answering(getSelf, { code: 'busy' }), areaDecorator({ id: 'user', area, path: '/personal' })],
};

function story(user: User, tab = 'bindings', names = models, token: AccessToken | null = null): Story {
  return {
    decorators: [
      answering(getSelf, user),
      answering(getStatus, site),
      answering(listOwnModels, names),
      answering(getAffCode, 'aB3x'),
      answering(listSessions, [here, phone]),
      answering(getAccessToken, token),
      areaDecorator({ id: 'user', area, path: `/personal?tab=${tab}` }),
    ],
  };
}
