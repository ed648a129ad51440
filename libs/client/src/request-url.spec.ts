import { requestUrl } from './request-url';

describe('the URL of a call', () => {
  it('has its parameters in the path, encoded', () => {
    const params = { kbid: 'k', rslug: 'a/b c' };
    expect(requestUrl('/api/v1/kb/{kbid}/slug/{rslug}', params)).toBe('/api/v1/kb/k/slug/a%2Fb%20c');
  });

  it('keeps the slashes of a rest', () => {
    expect(requestUrl('/files/{path*}', { path: 'a/b c' })).toBe('/files/a/b%20c');
  });

  it('repeats parameters that are lists, and leaves out what is not given', () => {
    const query = { show: ['basic', 'values'], page: 0, size: undefined, filter: { not: true } };
    expect(requestUrl('/list', {}, query)).toBe('/list?show=basic&show=values&page=0&filter=%7B%22not%22%3Atrue%7D');
  });

  it('is not made without a parameter of the path', () => {
    expect(() => requestUrl('/kb/{kbid}', { kbid: undefined })).toThrow('/kb/{kbid} needs kbid');
  });
});
