import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getStatus } from '@tollgate/contract';
import { area } from '../area.tsx';
import { AddQuotaDialog } from '../users/add-quota-dialog.tsx';
import { AccessTokenDialog } from './access-token-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ada, extreme, site } from './personal.fixtures.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { WechatDialog } from './wechat-dialog.tsx';
import './personal.css';

const onClose = () => {};

const meta: Meta = {
  title: 'Personal settings/Dialogs',
  parameters: { surroundings: 'area' },
  decorators: [answering(getStatus, site), areaDecorator({ id: 'user', area, path: '/personal' })],
};
export default meta;
type Story = StoryObj;

export const Profile: Story = { render: () => <ProfileDialog user={ada} onClose={onClose} /> };
export const LongNames: Story = { render: () => <ProfileDialog user={extreme} onClose={onClose} /> };
export const Password: Story = { render: () => <PasswordDialog onClose={onClose} /> };
export const AccessToken: Story = {
  render: () => <AccessTokenDialog isReplacing onCreated={async () => {}} onClose={onClose} />,
};
export const NewToken: Story = {
  render: () => <NewTokenDialog secret="9f2c61d07b8e4a53b1d64c0e7fa2385d" onClose={onClose} />,
};
export const Email: Story = { render: () => <EmailDialog onClose={onClose} /> };
export const Wechat: Story = { render: () => <WechatDialog onClose={onClose} /> };
export const Transfer: Story = { render: () => <TransferDialog earnings={617_283_945} onClose={onClose} /> };
export const AddQuota: Story = {
  render: () => <AddQuotaDialog balance={617_283_945_000_000} onAdd={onClose} onClose={onClose} />,
};
