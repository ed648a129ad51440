import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createProjectGraphAsync } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { reasonedCast } from './tools/eslint/reasoned-cast.mjs';

// The rule for module boundaries reads the graph that this leaves, and skips itself when there is none.
const graph = await createProjectGraphAsync();

/** ESLint keeps what it found in a file until the file or these settings change. */
const cacheKey = createHash('sha256')
  .update(JSON.stringify(Object.values(graph.nodes).map(({ name, data: { root, tags } }) => [name, root, tags])))
  .update(JSON.stringify(graph.dependencies))
  .update(readFileSync('tools/eslint/reasoned-cast.mjs'))
  .digest('hex');

/** Readers of file formats. */
const readers = (
  '@e965/xlsx @mozilla/readability chardet fflate file-type htmlparser2 linkedom officeparser papaparse pdfjs-dist ' +
  'postal-mime rst-compiler xpath @kenjiuno/decompressrtf @kenjiuno/msgreader utif2 ' +
  '@silvia-odwyer/photon-node officecrypto-tool'
).split(' ');

/** Libraries of the services that have a schema: each brings the entities of its features. */
const withSchemas = Object.values(JSON.parse(readFileSync('tools/services.json', 'utf8'))).flatMap(
  ({ schema, modules }) =>
    schema ? [...Object.keys(schema).map((entry) => entry.split('/')[0]), ...Object.keys(modules)] : [],
);

/** Vendor packages and the only libs that may import them. What is not named may be imported anywhere. */
const homes = {
  '@nats-io/*': ['bus', 'testing'],
  '@nestjs/microservices': ['bus', 'runtime'],
  '@lancedb/*': ['lance', 'keyword-index', 'vector-index'],
  'apache-arrow': ['datasets', 'lance', 'keyword-index', 'vector-index'],
  '@opensearch-project/*': ['keyword-index'],
  '@qdrant/*': ['vector-index'],
  '@aws-sdk/*': ['blob-store', 'testing'],
  'onnxruntime-node': ['models'],
  'gpt-tokenizer/*': ['text'],
  yaml: ['search'],
  '@huggingface/*': ['models'],
  ai: ['models'],
  '@ai-sdk/*': ['models'],
  pg: ['database', 'testing', 'foreign-databases'],
  mysql2: ['foreign-databases'],
  'mysql2/*': ['foreign-databases'],
  'neo4j-driver': ['foreign-databases', 'testing'],
  'libpg-query': ['foreign-databases'],
  '@guanmingchiu/*': ['foreign-databases'],
  'node:sqlite': ['config', 'foreign-databases'],
  typeorm: [...new Set(['database', 'key-rotation', 'testing', ...withSchemas])],
  fastify: ['gateway', 'runtime'],
  ws: ['gateway'],
  '@fastify/*': ['gateway', 'runtime'],
  '@nestjs/platform-fastify': ['gateway', 'runtime'],
  undici: ['egress', 'vector-index'],
  jose: ['secrets'],
  'oidc-provider': ['accounts'],
  'light-my-request': ['accounts'],
  pino: ['runtime'],
  'prom-client': ['runtime'],
  '@opentelemetry/*': ['runtime'],
  vega: ['agents'],
  'vega-lite': ['agents'],
  ajv: ['json-schema'],
  'ajv/*': ['json-schema'],
  nodemailer: ['mail'],
  'nodemailer/*': ['mail'],
  protobufjs: ['contracts'],
  'protobufjs/*': ['contracts'],
  '@zip.js/*': ['archives'],
  'libarchive-wasm': ['archives'],
  'tar-stream': ['archives'],
  compromise: ['extraction'],
  ...Object.fromEntries(readers.map((name) => [name, ['extraction']])),
  chardet: ['archives', 'extraction'],
  papaparse: ['evaluation', 'extraction'],
  htmlparser2: ['accounts', 'extraction'],
  '@node-saml/*': ['accounts'],
  'openid-client': ['accounts'],
  '@modelcontextprotocol/*': ['agents'],
  '@a2a-js/*': ['agents'],
};

/** Libs that may open connections; everybody else asks one of them. */
const connecting = ['client', 'egress', 'blob-store', 'keyword-index', 'vector-index', 'models', 'testing'];

/** Libs of functions and classes that need neither a framework nor another process of ours. */
const plain = readdirSync('libs').filter((lib) =>
  JSON.parse(readFileSync(`libs/${lib}/project.json`, 'utf8')).tags.includes('type:plain'),
);
const notPlain = [
  { group: ['@nestjs/*', 'rxjs', 'reflect-metadata'], message: 'Plain libs need no framework.' },
  { group: ['@lectern/config'], allowImportNames: ['entryFile'], message: 'Plain libs take options.' },
];

const tests = [
  '**/*.spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.contract.ts',
  '**/*.fixture.ts',
  '**/fixtures/**',
  '**/*.bench.ts',
];

const tooMany = 'At most three parameters, then an options object that is taken apart.';
const unpacked = ':not([params.3.type="ObjectPattern"]):not([params.3.left.type="ObjectPattern"])';

const repository = 'TSTypeReference > Identifier[name=/Repository$/]';
const other = `> TSParameterProperty:not(:has(${repository}))`;

const restrictedSyntax = [
  'error',
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
  {
    selector: 'PropertyDefinition[declare=true][decorators.length>0]',
    message: 'What the class above says of a member, that it is optional for instance, holds here, too.',
  },
  {
    selector: `MethodDefinition[kind="constructor"] > .value[params.length>5]:has(${other})`,
    message: 'A constructor takes at most five collaborators, seven where all are repositories.',
  },
  {
    selector: 'MethodDefinition[kind="constructor"] > .value[params.length>7]',
    message: 'A constructor takes at most seven repositories.',
  },
  ...['ObjectExpression', 'ArrayExpression'].map((node) => ({
    selector: `${node} > SpreadElement > ${node}`,
    message: 'Members of a literal stand in it, not in a literal that is spread.',
  })),
  ...['FunctionDeclaration', 'ArrowFunctionExpression', 'MethodDefinition[kind!="constructor"] > .value'].flatMap(
    (node) => [
      { selector: `${node}[params.length>4]`, message: tooMany },
      { selector: `${node}[params.length=4]${unpacked}`, message: tooMany },
    ],
  ),
];

/** One block per lib: a later block for the same file would replace the rule instead of adding to it. */
function homesOf(lib) {
  const elsewhere = Object.entries(homes).filter(([, libs]) => !libs.includes(lib));
  const vendors = elsewhere.map(([name, libs]) => ({ group: [name], message: `Only in ${libs.join(', ')}.` }));
  const patterns = plain.includes(lib) ? [...vendors, ...notPlain] : vendors;
  const globals = connecting.includes(lib) ? [] : [{ name: 'fetch', message: `Only in ${connecting.join(', ')}.` }];
  return {
    files: [`libs/${lib}/**/*.ts`],
    ignores: tests,
    rules: {
      'no-restricted-imports': ['error', { patterns }],
      'no-restricted-globals': ['error', ...globals],
    },
  };
}

const mayUse = (kind, ...kinds) => ({
  sourceTag: `type:${kind}`,
  onlyDependOnLibsWithTags: kinds.map((name) => `type:${name}`),
});

/** Libraries of a service that consists of several. */
const partsOfServices = [
  ...['access', 'indexing', 'knowledge-box', 'resource-store', 'transfer'],
  ...['augmentation', 'datasets', 'processing-api', 'understanding'],
  'activity',
];

const boundaries = {
  allow: [],
  // Specs of these need a server or a database of the testing lib, which needs them.
  ignoredCircularDependencies: [
    ['testing', 'bus'],
    ['testing', 'database'],
  ],
  depConstraints: [
    mayUse('contracts'),
    mayUse('plain', 'plain', 'contracts'),
    mayUse('platform', 'platform', 'plain', 'contracts'),
    mayUse('port', 'platform', 'plain', 'contracts'),
    mayUse('service', 'activity', 'platform', 'plain', 'port', 'contracts'),
    // What the service search records; the program that migrates needs its schema.
    mayUse('activity', 'platform', 'plain', 'port', 'contracts'),
    // The service understanding, from its core up.
    mayUse('understanding', 'platform', 'plain', 'port', 'contracts'),
    mayUse('augmentation', 'understanding', 'platform', 'plain', 'port', 'contracts'),
    mayUse('processing-api', 'augmentation', 'understanding', 'platform', 'plain', 'port', 'contracts'),
    mayUse(
      'datasets',
      ...['processing-api', 'augmentation', 'understanding'],
      ...['platform', 'plain', 'port', 'contracts'],
    ),
    // The service knowledge-box, from its store of resources up; nothing else reaches into it.
    mayUse('resource-store', 'platform', 'plain', 'contracts'),
    mayUse('access', 'resource-store', 'platform', 'plain', 'contracts'),
    mayUse('indexing', 'resource-store', 'platform', 'plain', 'port', 'contracts'),
    mayUse('knowledge-box', 'access', 'indexing', 'resource-store', 'platform', 'plain', 'port', 'contracts'),
    mayUse(
      'transfer',
      'knowledge-box',
      'access',
      'indexing',
      'resource-store',
      'platform',
      'plain',
      'port',
      'contracts',
    ),
    mayUse('app', 'service', ...partsOfServices, 'platform', 'plain', 'port', 'contracts'),
    mayUse('testing', 'platform', 'plain', 'port', 'contracts'),
    mayUse('e2e', 'testing', 'platform', 'plain', 'contracts', 'service', 'understanding'),
    mayUse('tools', 'service', 'platform', 'plain', 'port', 'contracts'),
  ],
};

export default [
  { ignores: ['node_modules', 'dist', '.nx', '.cache', '.models', '.data', 'docs', 'examples'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, settings: { cacheKey } },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { '@nx': nx, lectern: { rules: { 'reasoned-cast': reasonedCast } } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': restrictedSyntax,
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Packages that are large or rarely wanted are required where they are used.
      '@typescript-eslint/no-require-imports': 'off',
      '@nx/enforce-module-boundaries': ['error', boundaries],
      'lectern/reasoned-cast': 'error',
    },
  },
  ...readdirSync('libs').map(homesOf),
  // Tables are long, not complicated.
  { files: ['**/migrations/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      '@nx/enforce-module-boundaries': 'off',
      'lectern/reasoned-cast': 'off',
      'no-restricted-syntax': restrictedSyntax.slice(0, 3),
    },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
    languageOptions: { sourceType: 'commonjs' },
  },
];
