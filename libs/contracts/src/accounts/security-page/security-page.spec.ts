import { Html } from '../../core/html';
import { faults, received, routesOf } from '../../validation/requests.fixture';
import type { SecurityPage } from './security-page.dto';
import { sendSecurityPage, showSecurityPage } from './security-page.operations';
import { securityPage } from './security-page.pages';

const off = { enabled: false, since: null, recovery_codes_left: 0 };
const written = (shown: SecurityPage, language: 'en' | 'es' = 'en') => {
  const { body } = securityPage({ email: 'ada@acme.example', factor: off, ...shown }, { formToken: 't', language });
  return body instanceof Html ? String(body) : '';
};

describe('the page about how a user signs in', () => {
  it('is for a browser that is signed in', () => {
    expect(routesOf(showSecurityPage, sendSecurityPage)).toEqual({
      'GET /user/security': '200 html; any of nothing; none',
      'POST /user/security': '200 html; any of nothing; none',
    });
    expect(securityPage({ location: '/oauth2/auth?a' }, { formToken: '' })).toEqual({ redirect: '/oauth2/auth?a' });
    expect(faults(sendSecurityPage, { body: { act: 'explode' } })).toHaveLength(1);
    expect(received(sendSecurityPage, { body: { act: 'end' } }).body).toMatchObject({ act: 'end', code: '', name: '' });
  });

  it('has forms only after a sign-in of the last minutes', () => {
    expect(written({ isFresh: false, again: '/again' })).toMatch(/href="\/again"/);
    expect(written({ isFresh: false })).not.toContain('<form');
    expect(written({ isFresh: true })).toContain('name="csrf_token" value="t"');
  });

  it('shows the secret as a picture, as text and as a link for apps', () => {
    const waiting = { secret: 'ABCDEFGH', uri: 'otpauth://totp/a', drawing: { size: 3, path: 'M0 0h1v1h-1z' } };
    const page = written({ isFresh: true, waiting });
    for (const part of ['d="M0 0h1v1h-1z"', '<code>ABCD EFGH</code>', 'href="otpauth://totp/a"', 'name="code"'])
      expect(page).toContain(part);
  });

  it('escapes names of passkeys, and the options that its script reads', () => {
    const passkey = { id: 'i', name: '"><script>x', created: '2026-01-02T03', last_used: null, is_synced: false };
    const page = written({ isFresh: true, passkeys: [passkey], passkeyOptions: '{"a":"\'<"}' }, 'es');
    expect(page).not.toContain('<script>x');
    expect(page).toContain('data-options="{&quot;a&quot;:&quot;&#39;&lt;&quot;}"');
    expect(page).toContain('<html lang="es">');
  });

  it('says that nothing was changed, with a status of its own', () => {
    expect(securityPage({ factor: off, problem: 'wrongCode' }, { formToken: '' }).status).toBe(422);
    expect(written({ problem: 'wrongCode' })).toContain('role="alert"');
  });
});
