import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const CLOCKS = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Inject Clock or DatabaseClock.' },
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'Inject Clock.' },
];

/** Rules of this repository alone. */
const house = {
  rules: {
    'constructor-params': {
      create: (context) => ({
        "MethodDefinition[kind='constructor'] > FunctionExpression[params.length>6]": (node) => {
          context.report({ node, message: 'More than 6 collaborators: the class does too much.' });
        },
      }),
    },
  },
};

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.data/',
      '.bench/',
      '.artifacts/',
      'coverage/',
      'test/.groups/',
      'clients/**/generated/',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest modules are classes that carry nothing but a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      // Nest and Express name classes in their types where any object of the shape will do.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // We have no enums, and looking for them takes a fifth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Named interfaces and index signatures both occur; the choice is made by reading, not by a rule.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
    },
  },
  {
    // What strangers send is matched in a time that grows with its length (threat T22).
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // The product's time comes from the injected clock, which tests move, or from the database; durations from performance.now().
    files: ['src/modules/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/modules/development/**'],
    rules: {
      'no-restricted-syntax': ['error', ...CLOCKS],
    },
  },
  {
    // Status changes go through the table of transitions.
    files: ['src/modules/campaigns/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/modules/campaigns/campaign/campaign-status.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...CLOCKS,
        {
          selector: "AssignmentExpression[left.property.name='status'][left.object.name='campaign']",
          message: 'Use transition().',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/migrations/**'],
    plugins: { house },
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
      complexity: ['error', 12],
      'house/constructor-params': 'error',
    },
  },
  // Exceptions from the limits, with their reasons.
  {
    // A table of all settings: where each of them stands in the configuration.
    files: ['src/platform/config/config.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // One picture, written as one template.
    files: ['src/platform/charts/chart.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // One switch: what each event counts as.
    files: ['src/modules/rollups/count-event.ts'],
    rules: { 'max-lines-per-function': 'off', complexity: 'off' },
  },
  {
    // One switch: the reason for each keyword of JSON Schema.
    files: ['src/modules/funnels/validation/schema-check.ts'],
    rules: { complexity: 'off' },
  },
  {
    // Parsers that look at bytes in one loop, and one decision that weighs several codes: each is read from top to bottom.
    files: ['src/modules/imports/reading/csv-reader.ts', 'src/modules/feedback/inbound/{mime-part,bounce-verdict}.ts'],
    rules: { complexity: 'off' },
  },
  {
    // A contact has data in many stores: removing, erasing and merging it takes one collaborator for each.
    files: [
      'src/modules/contacts/writing/contact-remover.service.ts',
      'src/modules/privacy/{contact.personal-data,merging/contact-merges.service}.ts',
    ],
    rules: { 'house/constructor-params': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      // Supertest bodies are `any` by nature: a test reads the wire, it does not trust our types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process console URL fetch Buffer setTimeout clearTimeout setInterval clearInterval setImmediate',
          'AbortController AbortSignal performance module require __dirname TextDecoder TextEncoder',
        ]
          .join(' ')
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // Scripts that browsers load.
    files: ['src/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(['document', 'EventSource', 'HTMLProgressElement'].map((name) => [name, 'readonly'])),
    },
  },
  prettier,
);
