import { useLang } from '@rspress/core/runtime';
import { Link } from '@rspress/core/theme-original';
import consoleImage from '../../../../docs/images/console-light.webp';
import tokensImage from '../../../../docs/images/tokens-dark-zh.webp';
import './home.css';

interface Card {
  title: string;
  text: string;
  link: string;
}

interface Home {
  title: string;
  text: string;
  start: string;
  call: string;
  image: { src: string; alt: string };
  readers: string;
  cards: Card[];
}

const EN: Home = {
  title: 'One address for every AI model',
  text: 'Tollgate relays calls to OpenAI, Anthropic, Google and many more providers, and charges each call exactly. Your clients keep their SDK.',
  start: 'Get started',
  call: 'Call the API',
  image: {
    src: consoleImage,
    alt: 'The usage log: each call with its tokens, its cost and the formula of the cost',
  },
  readers: 'What do you want to do?',
  cards: [
    {
      title: 'Use models',
      text: 'Create a token, call the API, try models, read your costs.',
      link: '/use/call-the-api',
    },
    { title: 'Administer a site', text: 'Channels, prices, users, payments.', link: '/administer/channels' },
    {
      title: 'Operate a gateway',
      text: 'Settings, databases, backup, several gateways.',
      link: '/operating',
    },
    { title: 'Ship an area', text: 'Build and publish a part of the console.', link: '/guides/add-an-area' },
    { title: 'Contribute', text: 'Architecture, guides, decisions.', link: '/contributing' },
    { title: 'Look something up', text: 'Every endpoint of the console API.', link: '/api' },
  ],
};

const ZH: Home = {
  title: '一个地址，接入所有大模型',
  text: 'Tollgate 将调用转发到 OpenAI、Anthropic、Google 等众多供应商，每次调用都精确计费。继续使用现有 SDK，只需更换地址和密钥。',
  start: '快速开始',
  call: '调用 API',
  image: { src: tokensImage, alt: '深色主题下的 API 令牌页面' },
  readers: '从这里开始',
  cards: [
    { title: '使用模型', text: '创建令牌、调用 API、体验模型、查看费用。', link: '/use/call-the-api' },
    { title: '管理站点', text: '渠道、价格、用户与支付。', link: '/administer/channels' },
    { title: '运维网关', text: '配置、数据库、备份与多实例部署。（英文）', link: '/operating' },
    { title: '发布区域', text: '开发并发布控制台的一部分。（英文）', link: '/guides/add-an-area' },
    { title: '参与贡献', text: '架构、指南与决策记录。（英文）', link: '/contributing' },
    { title: '查阅 API', text: '控制台 API 的全部接口。（英文）', link: '/api' },
  ],
};

export function HomeLayout() {
  const isChinese = useLang() === 'zh';
  const home = isChinese ? ZH : EN;
  const to = (link: string) => `${isChinese ? '/zh' : ''}${link}.html`;
  return (
    <main className="home">
      <section className="home-hero">
        <div>
          <h1>{home.title}</h1>
          <p>{home.text}</p>
          <div className="home-actions">
            <Link href={to('/get-started')} className="home-button home-button-primary">
              {home.start}
            </Link>
            <Link href={to('/use/call-the-api')} className="home-button">
              {home.call}
            </Link>
          </div>
        </div>
        <img src={home.image.src} alt={home.image.alt} width="1920" height="1080" />
      </section>
      <section>
        <h2>{home.readers}</h2>
        <div className="home-cards">
          {home.cards.map(({ title, text, link }) => (
            <Link key={link} href={to(link)} className="home-card">
              <strong>{title}</strong>
              <span>{text}</span>
            </Link>
          ))}
        </div>
      </section>
    </main>
  );
}
