import type { Meta, StoryObj } from '@storybook/react';
import { HtmlFrame } from '../core.ts';

const meta: Meta<typeof HtmlFrame> = { title: 'Display/HTML frame', component: HtmlFrame };
export default meta;

export const About: StoryObj<typeof HtmlFrame> = {
  args: {
    title: 'About this service',
    html: `<style>.lead{font-size:18px}</style><h2>About</h2>
<p class="lead">Written by an administrator, with styles of its own and without scripts.</p>
<p><a href="https://example.com">A link opens in a new tab.</a></p>
<script>document.body.textContent = 'a script ran'</script>
<img src="data:image/png;base64,x" alt="" onerror="document.body.textContent = 'a handler ran'">`,
  },
};
