import { AppError } from '../../core/errors';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { showReturnPage } from './sign-in-return.operations';

const page = { formToken: '', language: 'en' } as const;

describe('the page of a return', () => {
  it('is for everyone, on the accounts host', () => {
    expect(routesOf(showReturnPage)).toEqual({
      'GET /user/callbacks/{provider}': '200 html; any of nothing; none',
    });
    expect(conductOf(showReturnPage)).toEqual({ 'accounts.sign-in-return.show': '60 s' });
  });

  it('takes what providers send', () => {
    expect(faults(showReturnPage, { query: { code: 'c', state: 's', iss: 'https://id.example', other: '1' } })).toEqual(
      [],
    );
    expect(faults(showReturnPage, { query: { code: text(8_193) } })).toHaveLength(1);
  });

  it('leads on, or says what failed in words that are no markup', () => {
    const respond = showReturnPage.http?.respond;
    expect(respond?.({ location: '/oauth2/auth/1' }, page)).toEqual({ redirect: '/oauth2/auth/1' });
    const failed = showReturnPage.http?.refusal?.(new AppError('bad_request', '<b>No</b>'), page);
    expect(failed?.status).toBe(400);
    expect(String(failed?.body)).toContain('&lt;b&gt;No&lt;/b&gt;');
  });
});
