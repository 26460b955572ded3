export interface Call {
  /** Of the gateway, without a final slash. */
  address: string;
  /** With its prefix. */
  key: string;
  model: string;
}

export type SnippetLanguage = 'curl' | 'python' | 'node';

export const snippetLanguages: readonly SnippetLanguage[] = ['curl', 'python', 'node'];

/** Returns a complete first call in a language, without dependencies to install. */
export function snippetFor(language: SnippetLanguage, call: Call): string {
  return writers[language](call);
}

const writers: Record<SnippetLanguage, (call: Call) => string> = {
  curl: ({ address, key, model }) => `curl ${quoted(`${address}/v1/chat/completions`)} \\
  -H ${quoted(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify(bodyOf(model)))}`,

  // A JSON string is also a valid string of Python and JavaScript.
  python: ({ address, key, model }) => `import json
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(`${address}/v1/chat/completions`)},
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${key}`)},
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "model": ${JSON.stringify(model)},
        "messages": [{"role": "user", "content": "Hello"}],
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["choices"][0]["message"]["content"])`,

  node: ({ address, key, model }) => `// call.mjs
const response = await fetch(${JSON.stringify(`${address}/v1/chat/completions`)}, {
  method: "POST",
  headers: {
    Authorization: ${JSON.stringify(`Bearer ${key}`)},
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    model: ${JSON.stringify(model)},
    messages: [{ role: "user", content: "Hello" }],
  }),
});
const answer = await response.json();
console.log(answer.choices[0].message.content);`,
};

function bodyOf(model: string) {
  return { model, messages: [{ role: 'user', content: 'Hello' }] };
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
