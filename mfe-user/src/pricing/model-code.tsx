import { useArea, useReadable } from '@tollgate/console-sdk';
import { Link } from '@tollgate/ui/router';
import { CodeTabs } from '@tollgate/ui/snippets';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullKey, maskedKey } from '../tokens/token-key.tsx';
import { useGatewayAddress, useUsableTokens } from './pricing.data.ts';

/** A first call of the model in several languages, with a key of the user. The shown key is masked, the copied one whole. */
export function ModelCode({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const { links, session } = useArea();
  const isVisitor = useReadable(session).user === null;
  const address = useGatewayAddress();
  const tokens = useUsableTokens(model);
  const [chosen, setChosen] = useState<number>();
  const token = tokens.find(({ id }) => id === chosen) ?? tokens[0];
  return (
    <section>
      <h2>{t('pricing.sheet.code')}</h2>
      {token && (
        <label className="tg-filter-choice pricing-key">
          <span>{t('pricing.sheet.token')}</span>
          <select value={token.id} onChange={({ target }) => setChosen(Number(target.value))}>
            {tokens.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <CodeTabs
        call={{ address, key: token ? maskedKey(token) : 'sk-…', model }}
        {...(token && { secret: fullKey(token) })}
      />
      {!token && (
        <p>
          <Link to={isVisitor ? links.to('shell.login') : links.to('user.tokens', { create: '1' })}>
            {t(isVisitor ? 'pricing.sheet.sign-in' : 'pricing.sheet.key')}
          </Link>
        </p>
      )}
    </section>
  );
}
