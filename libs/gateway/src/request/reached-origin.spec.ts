import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { Networks } from './networks';
import { reachedOrigin } from './reached-origin';

const proxies = Networks.of(['10.0.0.0/8']);

interface Reached {
  readonly headers: IncomingHttpHeaders;
  readonly from?: string;
  readonly configured?: string;
  readonly isEncrypted?: boolean;
}

function origin({ headers, from = '192.0.2.7', configured, isEncrypted = false }: Reached): string | undefined {
  const socket = { remoteAddress: from, ...(isEncrypted && { encrypted: true }) };
  // All that is read of a request.
  const request = { headers, socket } as unknown as IncomingMessage;
  return reachedOrigin(request, { proxies, configuredOrigin: configured });
}

describe('the origin of addresses in answers', () => {
  const forwarded = { 'x-forwarded-host': 'kb.example:8443', 'x-forwarded-proto': 'https' };

  it('is the host that the request names', () => {
    expect(origin({ headers: { host: 'server:8080' } })).toBe('http://server:8080');
    expect(origin({ headers: { host: '[::1]:8080' } })).toBe('http://[::1]:8080');
    expect(origin({ headers: { host: 'server' }, isEncrypted: true })).toBe('https://server');
  });

  it('is what a trusted proxy says, and what others say counts for nothing', () => {
    const headers = { host: 'inside:8080', ...forwarded };
    expect(origin({ headers, from: '10.1.2.3' })).toBe('https://kb.example:8443');
    expect(origin({ headers, from: '::ffff:10.1.2.3' })).toBe('https://kb.example:8443');
    expect(origin({ headers })).toBe('http://inside:8080');
    expect(origin({ headers: { host: 'kb.example', 'x-forwarded-proto': 'https' }, from: '10.1.2.3' })).toBe(
      'https://kb.example',
    );
    const chain = { host: 'inside', 'x-forwarded-host': 'a.example, b.example', 'x-forwarded-proto': 'https, http' };
    expect(origin({ headers: chain, from: '10.1.2.3' })).toBe('https://a.example');
  });

  it('is the configured one, unless that is the machine itself or a proxy knows better', () => {
    const configured = 'https://kb.example';
    expect(origin({ headers: { host: '127.0.0.1:8080' }, configured })).toBe(configured);
    expect(origin({ headers: { host: 'inside', ...forwarded }, from: '10.1.2.3', configured })).toBe(
      'https://kb.example:8443',
    );
    for (const itself of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(origin({ headers: { host: 'server:8080' }, configured: itself })).toBe('http://server:8080');
      expect(origin({ headers: { host: 'a b' }, configured: itself })).toBe(itself);
    }
  });

  it('is an origin whatever the headers say, or nothing', () => {
    const text = fc.oneof(fc.string(), fc.webAuthority(), fc.constantFrom('a/b', 'a@b', 'a?b', 'a#b', 'a\\b', 'a:b:c'));
    fc.assert(
      fc.property(text, text, text, (host, forwardedHost, proto) => {
        const headers = { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': proto };
        const said = origin({ headers, from: '10.0.0.1' });
        if (said !== undefined) expect(said).toMatch(/^https?:\/\/[a-z0-9._[\]:-]+$/i);
      }),
    );
  });
});
