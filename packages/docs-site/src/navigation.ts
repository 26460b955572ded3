import type { Sidebar } from '@rspress/core';

type Texts = readonly [en: string, zh: string];
type Entry = readonly [...Texts, route: string];

interface Group {
  text: Texts;
  /** For readers who change the product or its areas. Folded until one of its pages is open. */
  isForDevelopers?: true;
  entries: readonly Entry[];
}

/** The sidebar. Pages without a Chinese text are in English in both navigations. */
const GROUPS: readonly Group[] = [
  { text: ['Start', '入门'], entries: [['Get started', '快速开始', '/get-started']] },
  {
    text: ['For users', '用户指南'],
    entries: [
      ['Call the API', '调用 API', '/use/call-the-api'],
      ['Tokens', '令牌', '/use/tokens'],
      ['Playground', '体验区', '/use/playground'],
      ['Usage log', '使用日志', '/use/usage-log'],
      ['Balance and top-up', '余额与充值', '/use/balance'],
    ],
  },
  {
    text: ['Connect a client', '接入客户端'],
    entries: [
      ['Overview', '概览', '/connect/README'],
      ['Codex CLI', 'Codex CLI', '/connect/codex-cli'],
      ['Claude Code', 'Claude Code', '/connect/claude-code'],
      ['Gemini CLI', 'Gemini CLI', '/connect/gemini-cli'],
      ['opencode', 'opencode', '/connect/opencode'],
      ['aider', 'aider', '/connect/aider'],
      ['Cline and Roo Code', 'Cline 与 Roo Code', '/connect/cline'],
      ['LangChain', 'LangChain', '/connect/langchain'],
      ['LlamaIndex', 'LlamaIndex', '/connect/llamaindex'],
      ['Vercel AI SDK', 'Vercel AI SDK', '/connect/vercel-ai-sdk'],
      ['LiteLLM', 'LiteLLM', '/connect/litellm'],
      ['Open WebUI', 'Open WebUI', '/connect/open-webui'],
      ['Clients and providers', '客户端与供应商（英文）', '/connect/matrix'],
    ],
  },
  {
    text: ['For administrators', '管理员指南'],
    entries: [
      ['Channels and prices', '渠道与价格', '/administer/channels'],
      ['Prices and margin', '价格与利润', '/pricing'],
      ['Users and payments', '用户与支付', '/administer/users'],
      ['Billing', '计费（英文）', '/billing'],
      ['Security', '安全（英文）', '/security'],
    ],
  },
  {
    text: ['Operate', '运维'],
    entries: [
      ['Deploy', '部署（英文）', '/deploy'],
      ['Settings, limits, backup', '配置、限制与备份（英文）', '/operating'],
      ['Move in', '从其他网关迁入（英文）', '/move-in'],
      ['Scaling', '扩容（英文）', '/scaling'],
      ['Performance', '性能（英文）', '/performance'],
      ['Static hosting', '静态托管（英文）', '/guides/static-hosting'],
    ],
  },
  {
    text: ['For area teams', '区域团队'],
    isForDevelopers: true,
    entries: [
      ['Areas', '区域一览（英文）', '/areas'],
      ['What the platform for areas does', '区域平台功能（英文）', '/area-features'],
      ['Add an area', '新建区域（英文）', '/guides/add-an-area'],
      ['Add a page', '新增页面（英文）', '/guides/add-a-page'],
      ['Draw a page', '设计页面（英文）', '/guides/draw-a-page'],
      ['Ship an area', '发布区域（英文）', '/guides/ship-an-area'],
      ['An area of its own', '独立仓库的区域（英文）', '/guides/own-area-repository'],
      ['Any framework', '使用其他框架的区域（英文）', '/guides/any-framework'],
      ['What areas may use', '区域可用的接口（英文）', '/packages/console-sdk'],
    ],
  },
  {
    text: ['For contributors', '贡献者'],
    isForDevelopers: true,
    entries: [
      ['Contributing', '参与贡献（英文）', '/contributing'],
      ['Architecture', '架构（英文）', '/architecture'],
      ['Glossary', '术语表（英文）', '/glossary'],
      ['Console API', '控制台 API（英文）', '/api'],
      ['Tooling', '开发工具（英文）', '/packages/tooling'],
      ['Guides', '开发指南（英文）', '/guides/README'],
      ['Add a provider', '接入供应商（英文）', '/guides/add-a-provider'],
      ['Add a sign-in provider', '接入登录方式（英文）', '/guides/add-a-sign-in-provider'],
      ['Add an endpoint', '新增接口（英文）', '/guides/add-an-endpoint'],
      ['Add an option', '新增选项（英文）', '/guides/add-an-option'],
      ['Add a migration', '新增迁移（英文）', '/guides/add-a-migration'],
      ['Add a language', '新增语言（英文）', '/guides/add-a-language'],
      ['Add a price component', '新增计价项（英文）', '/guides/add-a-price-component'],
      ['Update prices', '更新内置价格（英文）', '/guides/update-prices'],
      ['Decisions', '决策记录（英文）', '/decisions/README'],
    ],
  },
];

/** The bar at the top: one entry for each kind of reader. `match` are the routes at which it is marked. */
const BAR: readonly (Entry | readonly [...Entry, match: string])[] = [
  ['Get started', '快速开始', '/get-started'],
  ['Use', '使用', '/use/call-the-api', '/use/'],
  ['Administer', '管理', '/administer/channels', '/administer/'],
  ['Operate', '运维', '/operating'],
  ['Contribute', '参与贡献', '/contributing'],
];

export const english = navigationOf('en', 0, '/');
export const chinese = navigationOf('zh', 1, '/zh/');

function navigationOf(lang: string, index: 0 | 1, prefix: string) {
  return {
    lang,
    label: index === 0 ? 'English' : '简体中文',
    nav: BAR.map((entry) => ({
      text: entry[index],
      link: entry[2],
      ...(entry[3] && { activeMatch: entry[3] }),
    })),
    sidebar: { [prefix]: GROUPS.flatMap((group) => sidebarOf(group, index)) },
  };
}

/** A heading and its pages, or a group that folds. */
function sidebarOf({ text, isForDevelopers, entries }: Group, index: 0 | 1): Sidebar[string] {
  const items = entries.map((entry) => ({ text: entry[index], link: entry[2] }));
  return isForDevelopers
    ? [{ text: text[index], collapsible: true, collapsed: true, items }]
    : [{ sectionHeaderText: text[index] }, ...items];
}
