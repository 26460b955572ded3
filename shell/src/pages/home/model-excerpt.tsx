import { useFormat } from '@tollgate/ui/core';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import type { Excerpt } from './use-excerpt.ts';

/** Some of the models with what they cost, and the way to all of them. */
export function ModelExcerpt({ excerpt }: { excerpt: Excerpt }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const dollars = (value: number | undefined) => (value === undefined ? '–' : format.dollars(value));
  return (
    <div className="sh-models">
      <h2>{t('home.models.title', { total: format.number(excerpt.total) })}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('home.models.model')}</th>
            <th scope="col">{t('home.models.input')}</th>
            <th scope="col">{t('home.models.output')}</th>
          </tr>
        </thead>
        <tbody>
          {excerpt.models.map(({ name, input, output, call, second }) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name}
              </th>
              {call === undefined && second === undefined ? (
                <>
                  <td>{dollars(input)}</td>
                  <td>{dollars(output)}</td>
                </>
              ) : (
                <td colSpan={2}>
                  {t(call === undefined ? 'home.models.second' : 'home.models.call', {
                    price: dollars(call ?? second),
                  })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t('home.models.unit')} <Link to="/pricing">{t('home.models.all')}</Link>
      </p>
    </div>
  );
}
