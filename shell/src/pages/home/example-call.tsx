import { useTranslation } from 'react-i18next';

/** A call that works once a token is filled in. */
export function ExampleCall({ baseUrl }: { baseUrl: string }) {
  const { t } = useTranslation('shell');
  return (
    <figure className="sh-example">
      <figcaption>{t('home.example')}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{example(baseUrl)}</code>
      </pre>
    </figure>
  );
}

function example(baseUrl: string): string {
  return [
    `curl ${baseUrl}/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    "  -d '{",
    '    "model": "gpt-4o-mini",',
    '    "messages": [',
    '      { "role": "user", "content": "Hello" }',
    '    ]',
    "  }'",
  ].join('\n');
}
