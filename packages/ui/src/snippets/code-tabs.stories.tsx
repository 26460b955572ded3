import type { Meta, StoryObj } from '@storybook/react';
import { CodeTabs } from './code-tabs.tsx';

const call = { address: 'https://gate.example', key: 'sk-Qv3m••••9fKe', model: 'gpt-4o-mini' };

const meta: Meta<typeof CodeTabs> = { title: 'Display/Code tabs', component: CodeTabs, args: { call } };
export default meta;
type Story = StoryObj<typeof CodeTabs>;

export const EveryClient: Story = {};

export const SomeLanguages: Story = { args: { languages: ['curl', 'python', 'node'] } };
