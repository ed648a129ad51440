/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createElement } from 'react';
import { screen, serverOfTests, showPart } from '../page.fixture';

serverOfTests();
const src = resolve(__dirname, '..');

async function show(isBusy: boolean) {
  const pressed: string[] = [];
  const person = await showPart(async () => {
    const { BusyButton } = await import('./busy-button');
    return createElement(BusyButton, { isBusy, onClick: () => pressed.push('once'), children: 'Save' });
  });
  return { person, pressed, button: await screen.findByRole('button', { name: 'Save' }) };
}

describe('a button whose work takes time', () => {
  it('does it when it is pressed', async () => {
    const { person, pressed, button } = await show(false);
    await person.click(button);
    await person.keyboard('{Enter}');
    expect([pressed, button.getAttribute('aria-busy')]).toEqual([['once', 'once'], 'false']);
  });

  it('ignores presses while it runs, and keeps its name and the focus', async () => {
    const { person, pressed, button } = await show(true);
    button.focus();
    await person.keyboard('{Enter} ');
    expect(pressed).toEqual([]);
    expect([button.getAttribute('aria-busy'), button.hasAttribute('disabled')]).toEqual(['true', false]);
    expect(document.activeElement).toBe(button);
  });

  it('is used for all of them: Mantine disables a button that is `loading`, and so takes the focus away', () => {
    const sources = globSync('**/*.tsx', { cwd: src });
    expect(sources.length).toBeGreaterThan(50);
    const loading = sources.filter((file) => /\bloading=\{/.test(readFileSync(join(src, file), 'utf8')));
    expect(loading).toEqual([]);
  });
});
