import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getStatus, listTokens } from '@tollgate/contract';
import { area } from '../area.tsx';
import { appChat, brokenChat, disabled, enabled, siteWith } from './chat.fixtures.ts';
import { ChatPage } from './chat-page.tsx';

const asUser = areaDecorator({ id: 'playground', area, role: 'user', path: '/chat' });
const site = (chat?: Record<string, string>) => answering(getStatus, siteWith(chat ? [chat] : []));

const meta: Meta<typeof ChatPage> = {
  title: 'Chat/Page',
  component: ChatPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof ChatPage>;

/** The frame loads a file of the story's own origin instead of a chat. */
export const InAFrame: Story = {
  decorators: [
    site({ 'Next Chat': `${globalThis.location?.origin}/favicon.svg?key={key}` }),
    answering(listTokens, [enabled]),
    asUser,
  ],
};

export const AnApp: Story = {
  decorators: [site(appChat), answering(listTokens, [disabled, enabled]), asUser],
};

export const Loading: Story = {
  decorators: [site(appChat), answering(listTokens, [], { delayMs: Number.POSITIVE_INFINITY }), asUser],
};

export const NoLink: Story = { decorators: [site(), asUser] };

export const BrokenLink: Story = { decorators: [site(brokenChat), asUser] };

export const NoToken: Story = {
  decorators: [site(appChat), answering(listTokens, [disabled]), asUser],
};

export const Failed: Story = {
  decorators: [site(appChat), answering(listTokens, { code: 'busy' }), asUser],
};

export const Forbidden: Story = {
  decorators: [site(appChat), answering(listTokens, { code: 'not_allowed' }), asUser],
};
