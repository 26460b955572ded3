import { BrandScene } from '@tollgate/ui/brand';
import { CodeTabs } from '@tollgate/ui/snippets';
import { useTranslation } from 'react-i18next';
import { useSystemName } from '../../status/use-system-name.ts';
import { BaseUrl } from './base-url.tsx';
import { HomeLinks } from './home-links.tsx';
import { ModelExcerpt } from './model-excerpt.tsx';
import { useBaseUrl } from './use-base-url.ts';
import { useExcerpt } from './use-excerpt.ts';
import './home.css';

/** For a first visit: the promise, the base URL, a first call, some models with prices, and three proofs. */
export function DefaultHome() {
  const { t } = useTranslation('shell');
  const name = useSystemName();
  const baseUrl = useBaseUrl();
  const excerpt = useExcerpt();
  const model = excerpt?.models.find(({ call }) => call === undefined)?.name ?? 'gpt-4o-mini';
  return (
    <div className="sh-home">
      <div className="sh-home-top">
        <div className="sh-home-words">
          <h1>{t('home.headline')}</h1>
          <p className="sh-home-lead">{t('home.lead', { name })}</p>
          <HomeLinks />
        </div>
        <BrandScene />
      </div>
      <div className="sh-home-middle">
        <div>
          <h2>{t('home.example')}</h2>
          <BaseUrl url={`${baseUrl}/v1`} />
          <CodeTabs
            call={{ address: baseUrl, key: 'sk-…', model }}
            languages={['curl', 'python', 'node', 'ai', 'langchain', 'codex']}
          />
        </div>
        {excerpt && <ModelExcerpt excerpt={excerpt} />}
      </div>
      <section className="sh-home-facts" aria-label={t('home.facts')}>
        {facts.map((fact) => (
          <div key={fact} className="sh-home-fact">
            <h2>{t(`home.fact.${fact}`)}</h2>
            <p>{t(`home.fact.${fact}-text`)}</p>
          </div>
        ))}
      </section>
    </div>
  );
}

const facts = ['formats', 'routing', 'cost'];
