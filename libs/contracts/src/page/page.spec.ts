import { createHash } from 'node:crypto';
import { html } from '../core/html';
import { inputField, tokenField } from './page-fields';
import { pageOf, pageSources, scriptedPageSources } from './page';
import { pageTextsIn } from './page-texts';

describe('a page of the accounts host', () => {
  const page = String(pageOf({ title: 'A & B', content: html`<p>x</p>`, language: 'es' }));

  it('allows exactly the style that is in it', () => {
    const [, css = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    const source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    expect(pageSources).toEqual({ 'style-src': [source] });
  });

  it('has a script only where that is said, and allows exactly this one', () => {
    const scripted = String(pageOf({ title: 'A', content: '', hasScript: true }));
    const [, code = ''] = /<script>([^]*)<\/script>/.exec(scripted) ?? [];
    const source = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
    expect(scriptedPageSources).toMatchObject({ 'script-src': [source], 'connect-src': ["'self'"] });
  });

  it('has a language, a title for the window and a heading, escaped', () => {
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('<title>A &amp; B · Lectern</title>');
    expect(page).toContain('<h1>A &amp; B</h1>');
    expect(page).not.toContain('<script');
  });

  it('shows what went wrong to readers of screens, too', () => {
    const notice = { kind: 'wrong', text: '<b>no</b>' } as const;
    expect(String(pageOf({ title: 'A', content: '', notice }))).toContain(
      '<p class="wrong" role="alert">&lt;b&gt;no&lt;/b&gt;</p>',
    );
  });

  it('has fields with labels, whose values are escaped', () => {
    const field = String(inputField({ name: 'username', label: 'E-mail', type: 'email', value: '"><script>' }));
    expect(field).toMatch(/^<label\s*>E-mail<input name="username" type="email" value="&quot;&gt;&lt;script&gt;"/);
    expect(field).toContain(' required');
    expect(String(tokenField({ formToken: 't' }))).toBe('<input type="hidden" name="csrf_token" value="t" />');
  });

  it('speaks English where no other language is known', () => {
    expect(pageTextsIn(undefined).signIn.title).toBe('Sign in');
    expect(pageTextsIn('es').signIn.title).toBe('Iniciar sesión');
  });
});
