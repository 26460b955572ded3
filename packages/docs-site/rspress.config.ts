import { defineConfig } from '@rspress/core';
import { resolveLinks } from './src/links.ts';
import { logoOf } from './src/logo.ts';
import { chinese, english } from './src/navigation.ts';
import { docs, listAddedPages } from './src/pages.ts';

/** The dark theme of the design tokens is an attribute of the console; the generator sets a class. */
const darkByClass = {
  postcssPlugin: 'dark-by-class',
  Rule(rule: { selector: string }) {
    rule.selector = rule.selector.replaceAll("[data-theme='dark']", '.rp-dark');
  },
};

export default defineConfig({
  root: docs,
  base: process.env.DOCS_BASE ?? '/',
  outDir: 'dist',
  themeDir: 'src/theme',
  title: 'Tollgate',
  logo: { light: logoOf('light'), dark: logoOf('dark') },
  logoText: 'Tollgate',
  head: [['link', { rel: 'icon', href: logoOf('light') }]],
  lang: 'en',
  locales: [
    {
      lang: 'en',
      label: 'English',
      description: 'AI-model gateway: one address for every provider, exact costs.',
    },
    { lang: 'zh', label: '简体中文', description: 'AI 模型网关：一个地址接入所有服务商，费用精确可查。' },
  ],
  themeConfig: {
    locales: [english, chinese],
    localeRedirect: 'never',
    enableScrollToTop: true,
  },
  search: { codeBlocks: true },
  markdown: {
    // The generator knows only docs/; src/links.ts refuses dead links in the whole repository.
    link: { checkDeadLinks: false },
    remarkPlugins: [resolveLinks],
  },
  plugins: [{ name: 'pages', addPages: listAddedPages }],
  builderConfig: {
    // The cache of the generator misses changes of DOCS_BASE and of the files that links lead to.
    performance: { buildCache: false },
    tools: { postcss: (_options, { addPlugins }) => addPlugins(darkByClass) },
  },
});
