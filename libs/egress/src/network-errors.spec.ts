import { networkError, notReachable } from './network-errors';

const url = new URL('https://site.test:8443/a');
const failed = (code: unknown) => networkError(Object.assign(new Error('low-level text'), { code }), url);

describe('networkError', () => {
  it.each([
    ['UND_ERR_HEADERS_OVERFLOW', 'the headers of its answer are too large'],
    ['ECONNREFUSED', 'it refused the connection'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not valid'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not valid'],
    ['INVALID_PURPOSE', 'its certificate is not valid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is not valid'],
    ['HPE_INVALID_CONSTANT', 'its answer cannot be understood'],
    [undefined, 'its answer cannot be understood'],
    [7, 'its answer cannot be understood'],
  ])('says in words what %s means', (code, reason) => {
    expect(failed(code)).toMatchObject({
      code: 'unavailable',
      message: `site.test:8443 could not be asked: ${reason}`,
    });
  });

  it('does not tell an unknown name from one of another network', () => {
    const [unknown, inside] = [failed('ENOTFOUND'), notReachable('site.test')];
    expect([unknown.code, unknown.message]).toEqual([inside.code, inside.message]);
  });
});
