import { AppError } from '@lectern/contracts/core';
import { checkSignUp, type SignUpRules } from './sign-up-rules';

const open: SignUpRules = { isOpen: true, domains: [], refusesPersonalMail: false };

function refusal(email: string, rules: Partial<SignUpRules> = {}): string | undefined {
  try {
    checkSignUp(email, { ...open, ...rules }, new Set(['gmail.com']));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.status} ${error.message}`;
  }
}

describe('signing up', () => {
  it('is open to all, to some domains, or to nobody', () => {
    expect(refusal('ada@acme.example')).toBeUndefined();
    expect(refusal('ada@acme.example', { domains: ['acme.example'] })).toBeUndefined();
    expect(refusal('ada@other.example', { domains: ['acme.example'] })).toMatch(/^403 Addresses at other.example/);
    expect(refusal('ada@evil.acme.example', { domains: ['acme.example'] })).toMatch(/^403 /);
    expect(refusal('acme.example@evil.example', { domains: ['acme.example'] })).toMatch(/^403 /);
    expect(refusal('ada@acme.example', { isOpen: false })).toMatch(/^403 Sign-up is closed here/);
  });

  it('refuses personal mail services only where the deployment does', () => {
    expect(refusal('ada@gmail.com')).toBeUndefined();
    expect(refusal('ada@gmail.com', { refusesPersonalMail: true })).toBe('412 no_personal_email');
    expect(refusal('ada@acme.example', { refusesPersonalMail: true })).toBeUndefined();
  });
});
