/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import i18next from 'i18next';
import { changeLanguage, startTexts } from './i18n';
import { languages } from './language';

describe('the texts of the console', () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ['es', 'Cerrar'],
    ['en', 'Close'],
    ['xx', 'Close'],
  ])('are in the language that was chosen before: %s', async (chosen, text) => {
    localStorage.setItem('lectern.language', chosen);
    await startTexts();
    expect(i18next.t('close')).toBe(text);
    expect(document.documentElement.lang).toBe(chosen === 'xx' ? 'en' : chosen);
  });

  it('change at once, and are remembered', async () => {
    await startTexts();
    await changeLanguage('es');
    expect([i18next.t('close'), document.documentElement.lang]).toEqual(['Cerrar', 'es']);
    expect(localStorage.getItem('lectern.language')).toBe('es');
  });

  it('of a room are loaded when somebody goes there', async () => {
    localStorage.setItem('lectern.language', 'en');
    await startTexts();
    expect(i18next.hasResourceBundle('en', 'keys')).toBe(false);
    await i18next.loadNamespaces('keys');
    expect(i18next.t('title', { ns: 'keys' })).toBe('Keys');
  });

  it('keep signs of names as they are: React escapes them', async () => {
    await startTexts();
    expect(i18next.t('session.menu', { name: '<Ada & Co>' })).toContain('<Ada & Co>');
  });

  it('exist in each language that can be chosen', () => {
    expect(Object.keys(languages)).toEqual(['en', 'es']);
  });
});
