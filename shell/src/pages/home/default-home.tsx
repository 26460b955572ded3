import { useTranslation } from 'react-i18next';
import { useSystemName } from '../../status/use-system-name.ts';
import { BaseUrl } from './base-url.tsx';
import { ExampleCall } from './example-call.tsx';
import { HomeLinks } from './home-links.tsx';
import { useBaseUrl } from './use-base-url.ts';
import './home.css';

/** For a first visit: the promise, the base URL, a first call, and the features. */
export function DefaultHome() {
  const { t } = useTranslation('shell');
  const name = useSystemName();
  const baseUrl = useBaseUrl();
  return (
    <div className="sh-home">
      <div className="sh-home-top">
        <div className="sh-home-words">
          <h1>{t('home.headline')}</h1>
          <p className="sh-home-lead">{t('home.lead', { name })}</p>
          <BaseUrl url={`${baseUrl}/v1`} />
          <HomeLinks />
        </div>
        <ExampleCall baseUrl={baseUrl} />
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
