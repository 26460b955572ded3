import type { Rule } from '@ast-grep/napi';

/**
 * A rule that imports do not show. `in` and `except` match paths from the root of the repository. `forbids` is a
 * rule of ast-grep on the syntax tree, so that comments and strings are never mistaken for code:
 * https://ast-grep.github.io/reference/rule.html
 */
export interface SourceRule {
  name: string;
  why: string;
  in: RegExp;
  except?: RegExp;
  forbids: Rule;
}

const gateway = /^packages\/gateway\/src\//;
const console = /^(shell|mfe-[^/]+|packages\/(ui|console-sdk|api-client|i18n|federation|pricing))\/src\//;

/** Letters of any script; symbols, digits and dots need no translation. */
const WORD = '\\p{L}';

export const sourceRules: SourceRule[] = [
  {
    name: 'fetch-only-in-net',
    why: 'Every connection that leaves passes the guard in net/outbound.ts.',
    in: gateway,
    except: /\/net\//,
    forbids: call({ regex: '^(globalThis\\.)?fetch$' }),
  },
  {
    name: 'channel-requests-name-a-proxy',
    why: "requestChannel() of net/request-channel.ts asks for the channel's proxy. A bare request would leave past it.",
    in: gateway,
    except: /\/net\/|\.test\.ts$/,
    forbids: call(member('request'), '^.channel.$'),
  },
  {
    name: 'no-http-facade',
    why: 'It loads the fetch of Node, which takes 16 MB. Import types, and values from http/node-http.ts.',
    in: gateway,
    except: /\.test\.ts$|\/testing\//,
    forbids: {
      kind: 'import_statement',
      all: [{ has: { field: 'source', regex: "^'(node:)?http'$" } }, { not: { regex: '^import type' } }],
    },
  },
  {
    name: 'no-guessable-secrets',
    why: 'Math.random() can be predicted. Use node:crypto; only relay/ and jobs/ may use it, to spread load.',
    in: gateway,
    except: /\/(relay|jobs)\//,
    forbids: call({ regex: '^Math\\.random$' }),
  },
  {
    name: 'no-raw-html',
    why: "What an admin or a model wrote would run as code. Render text, or @tollgate/ui's markdown.",
    in: console,
    forbids: {
      any: [
        attribute('^(dangerouslySetInnerHTML|srcDoc)$'),
        member('innerHTML|outerHTML|srcdoc'),
        call(member('insertAdjacentHTML|createContextualFragment')),
        call({ regex: '^document\\.write$' }),
      ],
    },
  },
  {
    name: 'no-literal-text',
    why: 'What a person reads is in the texts of both languages: t(key). Code and keys go into <code> and <kbd>.',
    in: console,
    forbids: {
      any: [
        {
          kind: 'jsx_element',
          has: {
            any: [
              { kind: 'jsx_text', regex: WORD },
              { kind: 'jsx_expression', has: { kind: 'string', regex: WORD } },
            ],
          },
          not: { has: { field: 'open_tag', has: { field: 'name', regex: '^(code|kbd|pre|samp)$' } } },
        },
        attribute(
          '^(title|alt|label|description|content|hint|okText|cancelText|submitText|done|aria-(label|description|placeholder|roledescription|valuetext))$',
          { regex: WORD },
        ),
        // Literal input examples: `https://`, `sk-…`, `name@example.com`.
        attribute('^placeholder$', { regex: WORD, not: { regex: '^.[!-~…]*[:/.…@{}_=*-][!-~…]*.$' } }),
      ],
    },
  },
  {
    name: 'works-without-tls',
    why: 'Browsers leave these out on http:// pages of other machines. Copy with useCopy; number ids by yourself.',
    in: console,
    except: /^packages\/ui\/src\/display\/copy-text\.tsx$|\.test\.tsx?$/,
    forbids: call({
      regex:
        '^(crypto\\.(randomUUID|subtle\\.\\w+)|navigator\\.(clipboard|serviceWorker|mediaDevices)\\.\\w+)$',
    }),
  },
  {
    name: 'only-the-ledger-writes-money',
    why: 'Balances move through ledger/post.ts alone: it keeps the entries that explain them.',
    in: gateway,
    except: /\/(ledger|db\/[a-z-]*migrations)\//,
    forbids: {
      any: [
        call(member('insertInto|updateTable|deleteFrom|replaceInto|mergeInto'), '^.(account|hold|entry)\\b'),
        {
          kind: 'call_expression',
          has: {
            field: 'arguments',
            kind: 'template_string',
            regex: '(?i)\\b(insert\\s+into|update|delete\\s+from)\\s+["`]?(account|hold|entry)\\b',
          },
        },
      ],
    },
  },
  {
    name: 'access-ends-together',
    why: 'What takes access away calls endAccess() of modules/identity/credentials/end-access.ts: sessions and the access token end together.',
    in: gateway,
    except: /\/credentials\/|\/users\/own-sessions\.ts$|\.test\.ts$/,
    forbids: call({ regex: '^sessions\\.(endOthers|removeOthers|removeOfUser)$' }),
  },
  {
    name: 'no-static-arco-calls',
    why: 'They render outside the theme and the language. Use useToast, confirm and ConfirmAction of @tollgate/ui.',
    in: console,
    except: /^packages\/ui\//,
    forbids: call({
      regex: '^(Message|Notification|Modal)\\.(info|success|warning|error|normal|loading|confirm)$',
    }),
  },
  {
    name: 'routes-only-by-serve',
    why: 'serve(endpoint, handler) guards, parses and trims. A route of its own would have no policy.',
    in: /^packages\/gateway\/src\/http\/routes\//,
    forbids: {
      any: [call(member('route')), call(member('get|post|put|delete|patch|head|all'), '^./')],
    },
  },
  {
    name: 'long-reads-elsewhere',
    why: 'On SQLite ctx.db runs on the thread that relays. Lists, sums and exports use ctx.reader and ctx.logReader.',
    in: /^packages\/gateway\/src\/modules\/[a-z]+\/(export-[a-z]+|logs|usage-data|statements|audit)\.ts$/,
    forbids: member('db|logDb'),
  },
  {
    name: 'foreign-json-is-bounded',
    why: 'JSON.parse builds any structure on the relaying thread. parseText, parseObject and readRequest scan first.',
    in: /^packages\/gateway\/src\/relay\//,
    // These two scan, then parse.
    except: /\/request\/(parse-object|body-scan)\.ts$|\.test\.ts$/,
    forbids: call({ regex: '^(globalThis\\.)?JSON\\.parse$' }),
  },
  {
    name: 'functions-stay-young',
    why: 'V8 builds a function that is assigned to a property in the old generation, where it keeps the whole call after its end (decision 0156). Name it first, or write it into an object.',
    in: /^packages\/gateway\/src\/(relay|ledger|net)\//,
    except: /\.test\.ts$/,
    forbids: {
      kind: 'assignment_expression',
      all: [
        { has: { field: 'left', kind: 'member_expression' } },
        { has: { field: 'right', any: [{ kind: 'arrow_function' }, { kind: 'function_expression' }] } },
      ],
    },
  },
];

/** A call. `first` matches its first argument with the quotes, when it is a plain string. */
function call(callee: Rule, first?: string): Rule {
  const all: Rule[] = [{ has: { field: 'function', ...callee } }];
  if (first) all.push({ has: { field: 'arguments', has: { kind: 'string', nthChild: 1, regex: first } } });
  return { kind: 'call_expression', all };
}

/** A property of any expression. `names` is a list with `|`. */
function member(names: string): Rule {
  return { kind: 'member_expression', has: { field: 'property', regex: `^(${names})$` } };
}

/** An attribute of an element, whose value is a plain string when `value` is given. */
function attribute(name: string, value?: Rule): Rule {
  const all: Rule[] = [{ has: { kind: 'property_identifier', regex: name } }];
  if (value) all.push({ has: { kind: 'string', ...value } });
  return { kind: 'jsx_attribute', all };
}
