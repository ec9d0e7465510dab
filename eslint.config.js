/**
 * What the linter refuses in src/, test/, bench/ and clients/typescript/, beyond the compiler's strict mode.
 * Guarantees: no promise is forgotten, no type is given up, no file exports a default.
 * Leaves to others: formatting (prettier) and who may import whom (.dependency-cruiser.cjs).
 */
import tseslint from 'typescript-eslint'

const PROJECTS = [
  './tsconfig.json',
  './clients/typescript/tsconfig.json',
  './clients/typescript/test/tsconfig.json',
  './src/pages/app/browser/tsconfig.json',
]

const typed = {
  languageOptions: { parserOptions: { project: PROJECTS, tsconfigRootDir: import.meta.dirname } },
  linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
}

const UNWANTED = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what is exported.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
]

// Each closure that is a generator gets a hidden class of its own, which the engine puts among its old objects at once:
// all that the closure knows is then kept until everything is collected.
const GENERATOR_IN_CLOSURE = {
  selector: ':function :function[generator=true]',
  message: 'Make the generator a function of the module, with what it needs as parameters.',
}

/** What the page's script uses of a browser. */
const BROWSER = [
  'document',
  'fetch',
  'getSelection',
  'location',
  'navigator',
  'performance',
  'scrollBy',
  'setTimeout',
]

export default tseslint.config(
  {
    ignores: [
      '**/build/',
      '**/.venv/',
      'node_modules/',
      '.tap/',
      'clients/typescript/src/contract.generated.ts',
    ],
  },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'clients/typescript/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    ...typed,
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      // `import x = require('x')` loads a CommonJS package without parsing it twice (see CONTRIBUTING.md).
      '@typescript-eslint/no-require-imports': ['error', { allowAsImport: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-syntax': ['error', ...UNWANTED],
      'no-restricted-globals': ['error', { name: 'fetch', message: 'The service calls nobody.' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      // A port may answer at once or later (Awaitable): awaiting a plain value is meant there, and a function
      // that throws must still be async, so that its caller sees one kind of failure.
      '@typescript-eslint/await-thenable': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', ...UNWANTED, GENERATOR_IN_CLOSURE],
    },
  },
  {
    // The service calls nobody; its client calls the service.
    files: ['clients/typescript/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // Of the service alone: its own model.
    files: ['src/pages/app/browser/main.ts', 'src/pages/app/browser/element/robe-foals.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['src/pages/reference/browser/*.js'],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])) },
    linterOptions: typed.linterOptions,
    rules: {
      eqeqeq: 'error',
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // A schema's named keys stand beside its other keys there, and the index signature of a type takes them all in.
    files: ['src/rules/file-types.generated.ts'],
    rules: { '@typescript-eslint/no-redundant-type-constituents': 'off' },
  },
  {
    files: ['test/**/*.ts', 'clients/typescript/test/**/*.ts'],
    rules: {
      // t.test() returns a promise that tap itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafePromises: [
            { from: 'package', name: 'PromiseWithSubtest', package: '@tapjs/core' },
          ],
        },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      'no-restricted-globals': 'off',
    },
  },
)
