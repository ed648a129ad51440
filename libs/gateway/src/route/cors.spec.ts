import { WireNames } from '@lectern/contracts/core';
import fc from 'fast-check';
import { Cors } from './cors';

const APP = 'https://app.example.org';
const headersOf = (origins: readonly string[], origin?: string) =>
  new Cors(origins, WireNames.canonical).headers(origin);

describe('pages of other origins', () => {
  it('read answers where their origin is allowed, and nowhere else', () => {
    const origin = fc.constantFrom(APP, `${APP}.evil.org`, 'http://app.example.org', 'null', 'https://b.example.org');
    fc.assert(
      fc.property(fc.array(origin), origin, (allowed, asking) => {
        const headers = headersOf(allowed, asking);
        expect(headers['access-control-allow-origin']).toBe(allowed.includes(asking) ? asking : undefined);
        expect(headers['vary']).toBe('Origin');
      }),
    );
  });

  it('are all the same where any is allowed', () => {
    const headers = headersOf(['*'], APP);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(headers).not.toHaveProperty('vary');
  });

  it('are none where there is no origin', () => {
    expect(headersOf(['*'])).toEqual({});
    expect(headersOf([APP])).toEqual({});
  });

  it('read our headers under both of their names', () => {
    const names = WireNames.parse('{"headers": {"svc-learning-id": {"accept": [], "emit": "Acme-Learning-Id"}}}');
    const exposed = new Cors(['*'], names).headers(APP)['access-control-expose-headers']?.split(', ') ?? [];
    expect(exposed).toEqual(expect.arrayContaining(['SVC-LEARNING-ID', 'Acme-Learning-Id', 'Location']));
    expect(new Set(exposed).size).toBe(exposed.length);
  });
});

describe('a preflight', () => {
  it('has an origin and a method', () => {
    expect(Cors.isPreflight({ origin: APP, 'access-control-request-method': 'PUT' })).toBe(true);
    expect(Cors.isPreflight({ origin: APP })).toBe(false);
    expect(Cors.isPreflight({ 'access-control-request-method': 'PUT' })).toBe(false);
  });

  it('allows the headers that it asks about, besides the one that no star covers', () => {
    const cors = new Cors(['*'], WireNames.canonical);
    const allowed = (asked?: string) => cors.preflightHeaders(asked)['access-control-allow-headers'];
    expect([allowed('x-a, x-b'), allowed()]).toEqual(['Authorization, x-a, x-b', 'Authorization, *']);
  });
});
