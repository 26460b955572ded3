import type { Token } from '@tollgate/contract';
import { CodeSample } from '@tollgate/ui/core';
import { Radio } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SnippetLanguage, snippetFor, snippetLanguages } from '../shared/call-snippets.ts';
import { fullKey, maskedKey } from './token-key.tsx';

interface Props {
  token: Token;
  address: string;
  model: string;
}

/** The same call in one of three languages. The key is hidden on screen and complete in the copy. */
export function CallSnippets({ token, address, model }: Props) {
  const { t } = useTranslation('area.user');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const write = (key: string) => snippetFor(language, { address, key, model });
  return (
    <div>
      <Radio.Group
        type="button"
        aria-label={t('tokens.call.language')}
        value={language}
        onChange={setLanguage}
        options={snippetLanguages.map((value) => ({ value, label: names[value] }))}
      />
      <CodeSample
        label={t('tokens.call.first')}
        text={write(maskedKey(token))}
        copyText={write(fullKey(token))}
      />
      <div className="tg-control-note">{t('tokens.call.key-hidden')}</div>
    </div>
  );
}

const names: Record<SnippetLanguage, string> = { curl: 'curl', python: 'Python', node: 'Node' };
