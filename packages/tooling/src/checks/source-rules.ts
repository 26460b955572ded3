import type { Fact } from './source-facts.ts';

/** A rule that imports do not show. `in` and `except` match paths from the root of the repository. */
export interface SourceRule {
  name: string;
  why: string;
  in: RegExp;
  except?: RegExp;
  forbids(fact: Fact): boolean;
}

const gateway = /^packages\/gateway\/src\//;
const console = /^(shell|mfe-[^/]+|packages\/(ui|console-sdk|api-client|i18n|federation|pricing))\/src\//;

export const sourceRules: SourceRule[] = [
  {
    name: 'fetch-only-in-net',
    why: 'Every connection that leaves passes the guard in net/outbound.ts.',
    in: gateway,
    except: /\/net\//,
    forbids: ({ kind, name }) => kind === 'call' && /^(globalThis\.)?fetch$/.test(name),
  },
  {
    name: 'channel-requests-name-a-proxy',
    why: "requestChannel() of net/request-channel.ts asks for the channel's proxy. A bare request would leave past it.",
    in: gateway,
    except: /\/net\/|\.test\.ts$/,
    forbids: ({ kind, name, argument }) =>
      kind === 'call' && /\.request$/.test(name) && argument === 'channel',
  },
  {
    name: 'no-guessable-secrets',
    why: 'Math.random() can be predicted. Use node:crypto; only relay/ and jobs/ may use it, to spread load.',
    in: gateway,
    except: /\/(relay|jobs)\//,
    forbids: ({ kind, name }) => kind === 'call' && name === 'Math.random',
  },
  {
    name: 'no-raw-html',
    why: "What an admin or a model wrote would run as code. Render text, or @tollgate/ui's markdown.",
    in: console,
    forbids: ({ kind, name }) =>
      (kind === 'attribute' && /^(dangerouslySetInnerHTML|srcDoc)$/.test(name)) ||
      (kind === 'member' && /^(innerHTML|outerHTML|srcdoc)$/.test(name)) ||
      (kind === 'call' && /\.(insertAdjacentHTML|createContextualFragment)$|^document\.write$/.test(name)),
  },
  {
    name: 'no-literal-text',
    why: 'What a person reads stands in the texts of both languages: t(key). Code and keys go into <code> and <kbd>.',
    in: console,
    forbids: ({ kind, name, argument = '' }) =>
      (kind === 'text' && WORD.test(name)) ||
      (kind === 'attribute' && READ_ATTRIBUTE.test(name) && WORD.test(argument)) ||
      (kind === 'attribute' && name === 'placeholder' && WORD.test(argument) && !EXAMPLE.test(argument)),
  },
  {
    name: 'works-without-tls',
    why: 'Browsers leave these out on http:// pages of other machines. Copy with useCopy; number ids by yourself.',
    in: console,
    except: /^packages\/ui\/src\/display\/copy-text\.tsx$|\.test\.tsx?$/,
    forbids: ({ kind, name }) =>
      kind === 'call' &&
      /^(crypto\.(randomUUID|subtle\.\w+)|navigator\.(clipboard|serviceWorker|mediaDevices)\.\w+)$/.test(
        name,
      ),
  },
  {
    name: 'only-the-ledger-writes-money',
    why: 'Balances move through ledger/post.ts alone: it keeps the entries that explain them.',
    in: gateway,
    except: /\/(ledger|db\/[a-z-]*migrations)\//,
    forbids: ({ kind, name, argument }) =>
      (kind === 'call' && MONEY_WRITE.test(name) && /^(account|hold|entry)\b/.test(argument ?? '')) ||
      (kind === 'sql' && /\b(insert\s+into|update|delete\s+from)\s+["`]?(account|hold|entry)\b/i.test(name)),
  },
  {
    name: 'access-ends-together',
    why: 'What takes access away calls endAccess() of modules/identity/credentials/end-access.ts: sessions and the access token end together.',
    in: gateway,
    except: /\/credentials\/|\/users\/own-sessions\.ts$|\.test\.ts$/,
    forbids: ({ kind, name }) =>
      kind === 'call' && /^sessions\.(endOthers|removeOthers|removeOfUser)$/.test(name),
  },
  {
    name: 'no-static-arco-calls',
    why: 'They render outside the theme and the language. Use useToast, confirm and ConfirmAction of @tollgate/ui.',
    in: console,
    except: /^packages\/ui\//,
    forbids: ({ kind, name }) =>
      kind === 'call' &&
      /^(Message|Notification|Modal)\.(info|success|warning|error|normal|loading|confirm)$/.test(name),
  },
  {
    name: 'routes-only-by-serve',
    why: 'serve(endpoint, handler) guards, parses and trims. A route of its own would have no policy.',
    in: /^packages\/gateway\/src\/http\/routes\//,
    forbids: ({ kind, name, argument }) =>
      kind === 'call' &&
      (/\.route$/.test(name) ||
        (/\.(get|post|put|delete|patch|head|all)$/.test(name) && argument?.startsWith('/') === true)),
  },
  {
    name: 'long-reads-elsewhere',
    why: 'On SQLite ctx.db runs on the thread that relays. Lists, sums and exports use ctx.reader and ctx.logReader.',
    in: /^packages\/gateway\/src\/modules\/[a-z]+\/(export-[a-z]+|logs|usage-data|statements|audit)\.ts$/,
    forbids: ({ kind, name }) => kind === 'member' && /^(db|logDb)$/.test(name),
  },
  {
    name: 'foreign-json-is-bounded',
    why: 'JSON.parse builds any structure on the relaying thread. parseText, parseObject and readRequest scan first.',
    in: /^packages\/gateway\/src\/relay\//,
    // These two scan, then parse.
    except: /\/request\/(parse-object|body-scan)\.ts$|\.test\.ts$/,
    forbids: ({ kind, name }) => kind === 'call' && /^(globalThis\.)?JSON\.parse$/.test(name),
  },
];

const MONEY_WRITE = /\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;
/** Letters of any script; symbols, digits and dots need no translation. */
const WORD = /\p{L}/u;
const READ_ATTRIBUTE =
  /^(title|alt|label|description|content|hint|okText|cancelText|submitText|done|aria-(label|description|placeholder|roledescription|valuetext))$/;
/** Literal input examples: `https://`, `sk-…`, `name@example.com`. */
const EXAMPLE = /^[!-~…]*[:/.…@{}_=*-][!-~…]*$/;
