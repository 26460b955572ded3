import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How a client reaches the gateway, and where it may write. */
export interface Access {
  readonly url: string;
  readonly key: string;
  readonly model: string;
  /** Empty folder that the client works in. */
  readonly folder: string;
  /** Empty home folder, so that settings of the machine do not count. */
  readonly home: string;
  readonly order: string;
}

export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A command-line client, installed from its registry and set up as `docs/connect/` says. */
export interface CliClient {
  /** Package, with `pip:` before those of Python. */
  readonly from: string;
  /** The format that it speaks. */
  readonly format: 'responses' | 'chat' | 'messages' | 'gemini';
  readonly prepare: (access: Access) => Invocation;
}

export const cliClients = {
  'Codex CLI': {
    from: '@openai/codex',
    format: 'responses',
    prepare: ({ url, key, model, folder, home, order }) => {
      write(home, '.codex/config.toml', [
        `model = "${model}"`,
        'model_provider = "tollgate"',
        '[model_providers.tollgate]',
        'name = "Tollgate"',
        `base_url = "${url}/v1"`,
        'env_key = "TOLLGATE_API_KEY"',
        'wire_api = "responses"',
      ]);
      const free = ['--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
      return {
        command: 'codex',
        args: ['exec', ...free, '-C', folder, order],
        env: { TOLLGATE_API_KEY: key },
      };
    },
  },
  'Claude Code': {
    from: '@anthropic-ai/claude-code',
    format: 'messages',
    prepare: ({ url, key, model, order }) => ({
      command: 'claude',
      args: ['-p', order, '--allowedTools', 'Write,Bash'],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_AUTH_TOKEN: key,
        ANTHROPIC_MODEL: model,
        ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  'Gemini CLI': {
    from: '@google/gemini-cli',
    format: 'gemini',
    prepare: ({ url, key, model, order }) => ({
      command: 'gemini',
      args: ['-m', model, '-y', '--skip-trust', '-p', order],
      env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    }),
  },
  'opencode, OpenAI format': opencode('chat', '@ai-sdk/openai-compatible', '/v1'),
  'opencode, Anthropic format': opencode('messages', '@ai-sdk/anthropic', '/v1'),
  'opencode, Gemini format': opencode('gemini', '@ai-sdk/google', '/v1beta'),
  aider: {
    from: 'pip:aider-chat',
    format: 'chat',
    prepare: ({ url, key, model, order }) => ({
      command: 'aider',
      args: [
        '--model',
        `openai/${model}`,
        '--edit-format',
        'whole',
        '--yes-always',
        '--no-git',
        '--message',
        order,
      ],
      env: {
        OPENAI_API_BASE: `${url}/v1`,
        OPENAI_API_KEY: key,
        AIDER_ANALYTICS: 'false',
        AIDER_CHECK_UPDATE: 'false',
        AIDER_SHOW_MODEL_WARNINGS: 'false',
      },
    }),
  },
} satisfies Record<string, CliClient>;

function opencode(format: CliClient['format'], npm: string, base: string): CliClient {
  return {
    from: 'opencode-ai',
    format,
    prepare: ({ url, key, model, folder, order }) => {
      const options = { baseURL: `${url}${base}`, apiKey: '{env:TOLLGATE_API_KEY}' };
      const provider = { tollgate: { npm, name: 'Tollgate', options, models: { [model]: {} } } };
      write(folder, 'opencode.json', [JSON.stringify({ provider, permission: 'allow' })]);
      return {
        command: 'opencode',
        args: ['run', '--model', `tollgate/${model}`, order],
        env: { TOLLGATE_API_KEY: key },
      };
    },
  };
}

function write(folder: string, name: string, lines: readonly string[]): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}
