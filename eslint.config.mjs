import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Vendor packages and the only folders that may import them. */
const homes = {
  '@nats-io/*': ['libs/bus'],
  '@lancedb/*': ['libs/lance', 'libs/keyword-index', 'libs/vector-index'],
  'apache-arrow': ['libs/lance', 'libs/keyword-index', 'libs/vector-index'],
  'onnxruntime-node': ['libs/models'],
  '@huggingface/*': ['libs/models'],
  ai: ['libs/models'],
  '@ai-sdk/*': ['libs/models'],
  'graphile-worker': ['libs/database'],
  pg: ['libs/database'],
  typeorm: ['libs/database', 'libs/accounts', 'libs/knowledge-box', 'libs/testing'],
  fastify: ['libs/gateway', 'libs/runtime'],
  '@fastify/*': ['libs/gateway', 'libs/runtime'],
  undici: ['libs/egress'],
};

const isInHome = (folders) => folders.map((folder) => `${folder}/**`);

export default [
  { ignores: ['node_modules', 'dist', '.nx', '.cache', '.models', 'docs', 'examples'] },
  ...tseslint.configs.recommended,
  prettier,
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 3 }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      ],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          depConstraints: [
            { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:service', 'type:platform', 'type:contracts'] },
            { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:platform', 'type:port', 'type:contracts'] },
            { sourceTag: 'type:port', onlyDependOnLibsWithTags: ['type:platform', 'type:contracts'] },
            { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:platform', 'type:contracts'] },
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['*'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['**/*.handlers.ts', '**/*.service.ts'],
    rules: {},
  },
  ...Object.entries(homes).map(([name, folders]) => ({
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: isInHome(folders),
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: [name], message: `Belongs into ${folders.join(', ')}.` }] }],
    },
  })),
  {
    files: ['**/*.spec.ts', '**/*.e2e-spec.ts', '**/*.contract.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@nx/enforce-module-boundaries': 'off',
      'no-restricted-imports': 'off',
    },
  },
];
