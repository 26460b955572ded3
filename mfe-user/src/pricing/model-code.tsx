import { useArea, useReadable } from '@tollgate/console-sdk';
import { CodeSample } from '@tollgate/ui/core';
import { Radio } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SnippetLanguage, snippetFor, snippetLanguages } from '../shared/call-snippets.ts';
import { useGatewayAddress } from './pricing.data.ts';

/** A first call of the model in one of several languages. */
export function ModelCode({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const { links, session } = useArea();
  const isVisitor = useReadable(session).user === null;
  const address = useGatewayAddress();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  return (
    <section>
      <h3>{t('pricing.sheet.code')}</h3>
      <Radio.Group
        type="button"
        aria-label={t('tokens.call.language')}
        value={language}
        onChange={setLanguage}
        options={snippetLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <CodeSample
        label={t('pricing.sheet.code')}
        text={snippetFor(language, { address, key: 'sk-…', model })}
      />
      <p>
        <Link to={isVisitor ? links.to('shell.login') : links.to('user.tokens')}>
          {t(isVisitor ? 'pricing.sheet.sign-in' : 'pricing.sheet.key')}
        </Link>
      </p>
    </section>
  );
}

const languageNames: Record<SnippetLanguage, string> = { curl: 'curl', python: 'Python', node: 'Node' };
