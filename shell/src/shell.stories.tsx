import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { type SiteStatus, signInByOauth } from '@tollgate/contract';
import { ConsoleStory } from './testing/console-story.tsx';
import { followToolbar } from './testing/follow-toolbar.tsx';
import { ada, root } from './testing/users.ts';

const meta: Meta<typeof ConsoleStory> = {
  title: 'Shell/Pages',
  component: ConsoleStory,
  parameters: { surroundings: 'page', layout: 'fullscreen' },
  decorators: [followToolbar],
};
export default meta;
type Story = StoryObj<typeof ConsoleStory>;

// Stories are values, so their shared values come first.
const everyWayIn: Partial<SiteStatus> = {
  github_oauth: true,
  oidc_enabled: true,
  linuxdo_oauth: true,
  wechat_login: true,
};

export const Home: Story = { args: { url: '/' } };
export const HomeOfSignedIn: Story = {
  args: { url: '/', user: ada, status: { docs_link: 'https://docs.example.com' } },
};
export const Console: Story = {
  args: {
    url: '/token',
    user: root,
    status: { chats: [{ 'Cherry Studio': 'https://a.example' }, { Next: 'https://b.example' }] },
  },
};
export const CollapsedSidebar: Story = {
  args: { url: '/token', user: root, status: { default_collapse_sidebar: true } },
};
export const DemoSite: Story = {
  args: {
    url: '/about',
    user: ada,
    status: { demo_site_enabled: true, system_name: 'A gateway with a name that is much too long' },
  },
};
export const Login: Story = { args: { url: '/login' } };
export const LoginExpired: Story = { args: { url: '/login?expired=true' } };
export const LoginWithoutPasswords: Story = { args: { url: '/login', status: { password_login: false } } };
export const LoginWithEverything: Story = { args: { url: '/login', status: everyWayIn } };
export const Register: Story = { args: { url: '/register' } };
export const RegisterWithEmail: Story = { args: { url: '/register', status: { email_verification: true } } };
export const RegisterClosed: Story = { args: { url: '/register', status: { register_enabled: false } } };
export const PasswordReset: Story = { args: { url: '/reset' } };
export const PasswordResetLink: Story = {
  args: { url: '/user/reset?email=ada%40example.com&token=t0ken' },
};
export const PasswordResetLinkBroken: Story = { args: { url: '/user/reset' } };
export const OauthUnderWay: Story = {
  args: { url: '/oauth/github?code=c&state=s' },
  decorators: [answering(signInByOauth, ada, { delayMs: Number.POSITIVE_INFINITY })],
};
export const OauthFailed: Story = { args: { url: '/oauth/linuxdo?error=access_denied' } };
export const Notice: Story = {
  args: {
    url: '/',
    notice: '# Maintenance\n\nOn **Sunday** from 02:00 to 04:00 calls may fail.\n\n- Try again after that',
  },
};
export const HomeInMarkdown: Story = {
  args: {
    url: '/',
    home: '# Welcome\n\nAsk **Ada** for an account.\n\n| Plan | Price |\n|---|---|\n| Free | $0 |',
  },
};
export const NotFound: Story = { args: { url: '/nothing/here' } };
export const Forbidden: Story = { args: { url: '/channel', user: ada } };
export const About: Story = {
  args: {
    url: '/about',
    status: { footer_html: 'Run by <a href="https://example.com">Example</a> · <b>2026</b>' },
  },
};
export const StatusNeverComes: Story = { args: { url: '/', status: 'never' } };
export const ServerNotReached: Story = { args: { url: '/', status: { code: 'network' } } };
export const StatusNotLoaded: Story = { args: { url: '/', status: { code: 'internal' } } };
