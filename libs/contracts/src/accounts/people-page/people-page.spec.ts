import { Html } from '../../core/html';
import { resetPage, setUpPage, signUpPage } from './people-page.pages';

const written = ({ body }: { readonly body?: unknown }) => (body instanceof Html ? String(body) : '');

describe('a page about people', () => {
  it('has a form with labels, its token and nothing that a text could break out of', () => {
    const page = written(signUpPage({ state: 'form', name: '"><b>', challenge: 'c' }, { formToken: 'f' }));
    expect(page).toContain('<form method="post" action="/user/signup">');
    expect(page).toContain('name="csrf_token" value="f"');
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(page).toContain('name="login_challenge" value="c"');
    expect(page).not.toContain('<script');
  });

  it('says what is wrong, in the language of the reader, and keeps what was typed but the password', () => {
    const shown = { state: 'form', problem: 'passwordRules', token: 't' } as const;
    const { status, ...answer } = resetPage(shown, { formToken: 'f', language: 'es' });
    expect(status).toBe(422);
    expect(written(answer)).toContain('role="alert"');
    expect(written(answer)).toContain('Al menos 8 caracteres');
    expect(written(answer)).toContain('name="token" value="t"');
  });

  it('asks for an address only where the link lets the user choose it', () => {
    const shown = { state: 'form', email: 'root@localhost', token: 't' } as const;
    const page = (asksAddress: boolean) => written(setUpPage({ ...shown, asksAddress }, { formToken: 'f' }));
    expect(page(true)).toMatch(/<input name="email" type="email" value="root@localhost"/);
    expect(page(false)).toContain('<strong>root@localhost</strong>');
    expect(page(false)).not.toContain('name="email"');
  });

  it('tells that a link is void, or that sign-up is closed', () => {
    expect(resetPage({ state: 'stale' }, { formToken: '' }).status).toBe(400);
    expect(signUpPage({ state: 'closed' }, { formToken: '' }).status).toBe(403);
  });
});
