/**
 * Who may import whom. Each rule says why it exists and what to do instead; docs/architecture has the picture.
 * `npm run check` runs it, after planting one violation of every rule to see that each is still caught.
 */
const gateway = '^packages/gateway/src/';
const apps = '^(shell|mfe-[^/]+)/';
const browser =
  '^(shell|mfe-[^/]+|packages/(contract|pricing|api-client|console-sdk|federation|i18n|ui))/src/';
/** Measure the ledger and the channel between workers, or fill a log, from inside and without HTTP. */
const gatewayBenchmarks =
  '^packages/bench/src/(ledger|channels|channels/echo|reading)(/dataset|/gateway|/log-indexes|/months)?\\.ts$';
const tests = [
  '\\.(test|slow\\.test|spec|stories)\\.tsx?$',
  '/testing(/|\\.tsx?$)',
  '\\.fixtures\\.tsx?$',
  '/fixtures\\.ts$',
];

const everywhere = [
  {
    name: 'resolvable',
    comment:
      'This import leads nowhere, or past the "exports" of a package. What is not resolved is not checked.',
    // Types as an earlier SDK had them name sources that are no longer there; the compiler reads them in tests. What a
    // new repository begins with imports the published packages; a test builds it.
    from: { pathNot: ['^packages/console-sdk/host-api/', '^packages/create-area/template/'] },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-cycles',
    comment: 'Files that need each other are one file, or hide a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'tests-stay-out',
    comment: 'Production code does not import tests, fixtures or test helpers.',
    from: {
      path: '^(shell|mfe-[^/]+|packages/[^/]+)/src/',
      pathNot: [...tests, '^packages/(e2e|storybook|bench)/'],
    },
    to: { path: tests, pathNot: 'node_modules' },
  },
];

const applications = [
  {
    name: 'areas-stand-alone',
    comment: 'An area knows neither the shell nor another area: each ships alone. Share through packages/*.',
    from: { path: '^(mfe-[^/]+)/' },
    to: { path: apps, pathNot: '^$1/' },
  },
  {
    name: 'shell-loads-areas-at-run-time',
    comment: 'The shell reaches areas through federation only; an import would ship them together.',
    from: { path: '^shell/' },
    to: { path: '^mfe-' },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Packages are below the apps. Move what both need into the package.',
    from: { path: '^packages/', pathNot: '^packages/storybook/' },
    to: { path: apps },
  },
  {
    name: 'no-package-imports-the-gateway',
    comment: 'Everyone else meets the gateway in packages/contract, or over HTTP.',
    from: { pathNot: ['^packages/gateway/', gatewayBenchmarks] },
    to: { path: '^packages/gateway/' },
  },
];

const packages = [
  {
    name: 'packages-by-front-door',
    comment: 'Import @tollgate/<name>, not a file inside it.',
    from: { path: '^(packages/[^/]+|mfe-[^/]+|shell)/', pathNot: gatewayBenchmarks },
    to: { path: '^packages/[^/]+/', pathNot: '^$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'contract-is-pure',
    comment: 'Both sides read the contract: zod and itself, nothing else.',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { pathNot: ['^packages/contract/', 'node_modules/zod/'] },
  },
  {
    name: 'federation-is-pure',
    comment: 'The gateway and the shell share this logic: no React, no Node, no network.',
    from: { path: '^packages/federation/src/', pathNot: tests },
    to: { pathNot: ['^packages/(federation|contract)/'] },
  },
  {
    name: 'pricing-is-pure',
    comment: 'The gateway charges and the console explains with this code: nothing but itself.',
    from: { path: '^packages/pricing/src/', pathNot: [...tests, '/testing/'] },
    to: { pathNot: ['^packages/pricing/'] },
  },
  {
    name: 'ui-knows-no-api',
    comment: 'The ui kit takes data as props.',
    from: { path: '^packages/ui/' },
    to: { path: '^packages/(api-client|contract|console-sdk|federation)/' },
  },
  {
    name: 'arco-only-in-ui',
    comment: 'Use @tollgate/ui/*: one themed copy of Arco, shared by federation.',
    from: { pathNot: '^packages/ui/' },
    to: { path: 'node_modules/@arco-design/' },
  },
  {
    name: 'router-only-in-ui',
    comment: 'Use @tollgate/ui/router: one router for the whole console.',
    from: { pathNot: '^packages/ui/' },
    to: { path: 'node_modules/react-router' },
  },
  {
    name: 'cache-by-api-client',
    comment:
      'Use useData, useRefresh and useWrite of @tollgate/api-client: its cache keys are its own, and builds of other days share them.',
    from: { path: '^mfe-' },
    to: { path: 'node_modules/swr/' },
  },
  {
    name: 'zod-mini-in-the-browser',
    comment: "Write import * as z from 'zod/mini': the full zod weighs 60 KB more in every page.",
    from: { path: browser, pathNot: tests },
    to: { path: 'node_modules/zod/', pathNot: 'node_modules/zod/(v4-)?mini/' },
  },
];

/** Outside in: http -> modules -> their repositories -> db. The relay is next to http. */
const gatewayLayers = [
  {
    name: 'http-calls-services',
    comment: 'A route names an endpoint and a service. SQL belongs in repositories, vendors in the relay.',
    from: { path: `${gateway}http/`, pathNot: tests },
    to: { path: `${gateway}(.*/repository|db|relay/(providers|steps))/` },
  },
  {
    name: 'modules-know-no-http',
    comment: 'Routes, jobs and the relay all call modules, so a module knows none of them.',
    from: { path: `${gateway}modules/`, pathNot: tests },
    to: { path: [`${gateway}(http|relay|jobs)/`, 'node_modules/fastify/'] },
  },
  {
    name: 'repositories-know-sql-alone',
    comment:
      'A repository reads and writes one table. The rules of the house are in the services of its module.',
    from: { path: `${gateway}.*/repository/`, pathNot: tests },
    to: { path: [`${gateway}(http|relay|jobs|ledger|net)/`, `${gateway}modules/(?!.*/repository/)`] },
  },
  {
    name: 'sql-in-repositories',
    comment: 'Only repositories, the ledger and db speak SQL. Types may travel.',
    from: {
      path: gateway,
      pathNot: [...tests, '/repository/', 'src/(ledger|db|cli)/', 'src/(main|app|core/context)\\.ts$'],
    },
    to: { path: [`${gateway}db/`, 'node_modules/kysely/'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'core-is-the-floor',
    comment: 'core/ holds the words everyone uses; it may not know who uses them. Types may travel.',
    from: { path: `${gateway}core/`, pathNot: tests },
    to: { path: `${gateway}(?!core/)`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'steps-meet-in-relay',
    comment: 'A step never calls another step; relay.ts passes values between them.',
    from: { path: `${gateway}relay/steps/([^/.]+)`, pathNot: [...tests, '/steps/index\\.ts$'] },
    to: { path: `${gateway}relay/steps/`, pathNot: '/steps/$1[/.]', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'providers-are-pure',
    comment: 'An adapter translates. It does not fetch, log, bill or look anything up.',
    from: { path: `${gateway}relay/providers/`, pathNot: tests },
    to: {
      // Hashes and signatures are calculations like others, and so is the reading of JSON.
      pathNot: [
        `${gateway}relay/providers/`,
        `${gateway}core/(chat|region|channel-field-error|google-tools|openai-models|own-citations|parse-text|service-tier)\\.ts$`,
        '^packages/pricing/src/(index|usage)\\.ts$',
        'node_modules/zod/',
        '^(node:)?crypto$',
      ],
    },
  },
  {
    name: 'providers-by-registry',
    comment: 'Shared code knows no vendor. Ask the registry.',
    from: { path: gateway, pathNot: [...tests, 'relay/providers/'] },
    to: { path: `${gateway}relay/providers/(?!(provider|registry)\\.ts$)` },
  },
  {
    name: 'ledger-by-front-door',
    comment:
      'Money moves through ledger/index.ts and ledger/post.ts alone; the rest of ledger/ is its own business.',
    from: { path: gateway, pathNot: [...tests, 'src/ledger/'] },
    to: { path: `${gateway}ledger/(?!(index|post|types)\\.ts$)` },
  },
  {
    name: 'only-net-dials-out',
    comment: 'Every connection that leaves passes the guard in net/outbound.ts. Types may travel.',
    from: {
      path: gateway,
      // Servers listen with node:http; the database drivers and Redis connect by their own means.
      pathNot: [
        ...tests,
        'src/net/',
        'src/http/(server|gateway-response)\\.ts$',
        'src/relay/(index|realtime/serve)\\.ts$',
        'src/workers/worker-link\\.ts$', // the pipe to its parent, by number
      ],
    },
    to: {
      path: ['^(node:)?(https?|http2|net|tls|dgram)$', 'node_modules/(undici|ws|axios|got|node-fetch)/'],
      dependencyTypesNot: ['type-only'],
    },
  },
];

module.exports = {
  forbidden: [...everywhere, ...applications, ...packages, ...gatewayLayers].map((rule) => ({
    severity: 'error',
    ...rule,
  })),
  options: {
    // TypeScript 7 has no JavaScript interface: with its default parser dependency-cruiser would read nothing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The template of new areas is checked where it becomes one (new-area.slow.test.ts); fixtures are not of this repository.
    exclude: {
      path: '(^|/)(dist|\\.tsc|storybook-static)/|^packages/mfe-kit/template/|^packages/e2e/fixtures/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
