import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** What svelte-check already knows better: in a template ESLint does not see the types of another component. */
const BLIND_IN_TEMPLATES = ['no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-return'];

export default ts.config(
  { ignores: ['node_modules', 'src/lib/schema.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  // Prettier owns the layout.
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // State here is raw and replaced whole, never changed in place: a plain Map or Set is enough.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.svelte'],
    rules: Object.fromEntries(BLIND_IN_TEMPLATES.map((rule) => [`@typescript-eslint/${rule}`, 'off'])),
  },
  // Scripts and this file are plain JavaScript, outside the TypeScript project.
  { files: ['*.js', 'tools/*.mjs'], extends: [ts.configs.disableTypeChecked] },
);
