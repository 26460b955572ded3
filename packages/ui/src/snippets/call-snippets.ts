export interface Call {
  /** Of the gateway, without a final slash. */
  address: string;
  /** With its prefix. */
  key: string;
  model: string;
  /** The whole body of the chat request; by default one that says hello. Only for languages, not for clients. */
  body?: Readonly<Record<string, unknown>>;
}

/** Languages and clients with their names. The languages need no package; docs/connect has more on the clients. */
export const snippetNames = {
  curl: 'curl',
  python: 'Python',
  node: 'Node',
  go: 'Go',
  ai: 'Vercel AI SDK',
  langchain: 'LangChain',
  codex: 'Codex CLI',
  cursor: 'Cursor',
  webui: 'Open WebUI',
} as const;

export type SnippetLanguage = keyof typeof snippetNames;

/** Returns a complete first call in a language, or the settings of a client. */
export function snippetFor(language: SnippetLanguage, call: Call): string {
  return writers[language](call);
}

const writers: Record<SnippetLanguage, (call: Call) => string> = {
  curl: ({ address, key, ...call }) => `curl ${quoted(`${address}/v1/chat/completions`)} \\
  -H ${quoted(`Authorization: Bearer ${key}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(call.body ? JSON.stringify(call.body, undefined, 2) : helloFor(call.model))}`,

  // A JSON string is also a valid string of Python and JavaScript.
  python: ({ address, key, ...call }) => `import json
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(`${address}/v1/chat/completions`)},
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${key}`)},
        "Content-Type": "application/json",
    },
    data=json.dumps(${indented(toPython(bodyOf(call)), 4)}).encode(),
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["choices"][0]["message"]["content"])`,

  node: ({ address, key, ...call }) => `// call.mjs
const response = await fetch(${JSON.stringify(`${address}/v1/chat/completions`)}, {
  method: "POST",
  headers: {
    Authorization: ${JSON.stringify(`Bearer ${key}`)},
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indented(JSON.stringify(bodyOf(call), undefined, 2), 2)}),
});
const answer = await response.json();
console.log(answer.choices[0].message.content);`,

  go: ({ address, key, ...call }) => `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(${JSON.stringify(JSON.stringify(bodyOf(call)))})
	request, _ := http.NewRequest("POST", ${JSON.stringify(`${address}/v1/chat/completions`)}, body)
	request.Header.Set("Authorization", ${JSON.stringify(`Bearer ${key}`)})
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(string(answer))
}`,

  ai: ({ address, key, model }) => `// npm install ai @ai-sdk/openai
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";

const gateway = createOpenAI({
  baseURL: ${JSON.stringify(`${address}/v1`)},
  apiKey: ${JSON.stringify(key)},
});
const { text } = await generateText({
  model: gateway.chat(${JSON.stringify(model)}),
  prompt: "Hello",
});
console.log(text);`,

  langchain: ({ address, key, model }) => `# pip install langchain-openai
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model=${JSON.stringify(model)},
    base_url=${JSON.stringify(`${address}/v1`)},
    api_key=${JSON.stringify(key)},
)
print(model.invoke("Hello").text)`,

  codex: ({ address, key, model }) => `# ~/.codex/config.toml
model = ${JSON.stringify(model)}
model_provider = "gateway"

[model_providers.gateway]
name = "Gateway"
base_url = ${JSON.stringify(`${address}/v1`)}
env_key = "GATEWAY_API_KEY"
wire_api = "responses"

# In the shell, before codex:
# export GATEWAY_API_KEY=${quoted(key)}`,

  cursor: ({ address, key, model }) => `Settings > Models > API Keys

OpenAI API Key            ${key}
Override OpenAI Base URL  ${address}/v1
Add model                 ${model}`,

  webui: ({ address, key }) => `export OPENAI_API_BASE_URL=${quoted(`${address}/v1`)}
export OPENAI_API_KEY=${quoted(key)}
open-webui serve`,
};

/** A body in short lines: half a page has room for them. */
function helloFor(model: string): string {
  return `{
    "model": ${JSON.stringify(model)},
    "messages": [{"role": "user", "content": "Hello"}]
  }`;
}

function bodyOf({ model, body }: Pick<Call, 'model' | 'body'>): Readonly<Record<string, unknown>> {
  return body ?? { model, messages: [{ role: 'user', content: 'Hello' }] };
}

/** JSON, with the three words that Python spells differently. Texts that contain them keep their quotes. */
function toPython(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  return JSON.stringify(value, undefined, 4).replace(
    /^(\s*(?:"(?:[^"\\]|\\.)*": )?)(true|false|null)(,?)$/gm,
    (_, before: string, word: string, comma: string) => `${before}${words[word]}${comma}`,
  );
}

/** Moves all lines but the first. */
function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** Quotes a text as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
