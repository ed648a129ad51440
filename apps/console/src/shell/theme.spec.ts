/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createElement } from 'react';
import { screen, serverOfTests, showPart } from '../page.fixture';

serverOfTests();
const src = resolve(__dirname, '..');

describe('a field of text', () => {
  it.each([
    ['TextInput', null],
    ['Textarea', null],
    ['Autocomplete', 'combobox'],
    ['Select', 'combobox'],
    ['TagsInput', 'combobox'],
  ] as const)('%s has the direction of the text in it', async (name, role) => {
    await showPart(async () => {
      const [mantine, { theme }] = await Promise.all([import('@mantine/core'), import('./theme')]);
      // One type for what all of them take.
      const field = mantine[name] as typeof mantine.TextInput;
      const inner = createElement(field, { 'aria-label': 'Name', ...(name === 'Textarea' && { autosize: true }) });
      return createElement(mantine.MantineProvider, { theme }, inner);
    });
    const [shown] = await screen.findAllByLabelText('Name');
    expect([shown?.getAttribute('role'), shown?.getAttribute('dir')]).toEqual([role, 'auto']);
  });

  it('is one of those wherever people write', () => {
    const sources = globSync('**/*.tsx', { cwd: src }).map((file) => readFileSync(join(src, file), 'utf8'));
    const fields = new Set(
      sources
        .flatMap((text) => [...text.matchAll(/<(\w*(?:Input|Textarea|Autocomplete|Select))\b/g)])
        .map(([, name]) => name),
    );
    expect([...fields].sort()).toEqual([
      'Autocomplete',
      'NativeSelect',
      'NumberInput',
      'PasswordInput',
      'Select',
      'TagsInput',
      'TextInput',
      'Textarea',
    ]);
  });
});
