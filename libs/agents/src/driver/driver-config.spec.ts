import { addressesOf, driverConfigs, secretsOf } from '@lectern/contracts/agents';
import fc from 'fast-check';
import { mergedConfig, shownConfig, splitSecrets } from './driver-config';

const kbdb = { kbid: 'a', description: 'Animals', url: 'https://one.example/api', key: 'secret', internal: false };
const http = { uri: 'https://one.example', headers: { a: 'secret', b: 'other' }, timeout: 300 };

describe('changes of a driver', () => {
  it('keep what they leave out, and secrets that are null', () => {
    expect(mergedConfig('kbdb', kbdb, { description: 'Birds', key: null })).toEqual({ ...kbdb, description: 'Birds' });
    expect(mergedConfig('kbdb', kbdb, {})).toEqual(kbdb);
    expect(mergedConfig('kbdb', kbdb, { key: 'new' })).toEqual({ ...kbdb, key: 'new' });
  });

  it('of what a list shows change nothing', () => {
    const { config } = splitSecrets('kbdb', kbdb);
    expect(mergedConfig('kbdb', kbdb, shownConfig('kbdb', config))).toEqual(kbdb);
  });

  it('merge headers and environments by name, where null takes one out', () => {
    const { headers } = mergedConfig('mcphttp', http, { headers: { b: null, c: 'new' } });
    expect(headers).toEqual({ a: 'secret', c: 'new' });
  });

  it('replace expressions whole', () => {
    const stored = { ...kbdb, filter_expression: { field: { and: [{ prop: 'label', labelset: 'a' }] } } };
    const wanted = { field: { prop: 'label', labelset: 'b' } };
    expect(mergedConfig('kbdb', stored, { filter_expression: wanted })).toMatchObject({ filter_expression: wanted });
    expect(mergedConfig('kbdb', stored, { filter_expression: null })).not.toHaveProperty('filter_expression');
  });

  it('to another address need the secrets again, and lose those that are not given', () => {
    const url = 'https://two.example/api';
    expect(() => mergedConfig('kbdb', kbdb, { url })).toThrow('With another url the driver needs key again');
    expect(() => mergedConfig('kbdb', kbdb, { url: null })).toThrow('With another url the driver needs key again');
    expect(mergedConfig('kbdb', kbdb, { url, key: 'new' })).toMatchObject({ url, key: 'new' });
    const moved = mergedConfig('mcphttp', http, { uri: url, headers: { c: 'new' } });
    expect(moved['headers']).toEqual({ c: 'new' });
  });

  it('never take a stored secret to another address, whatever they say', () => {
    const providers = Object.entries(driverConfigs).filter(
      ([, type]) => addressesOf(type).length > 0 && secretsOf(type).length > 0,
    );
    expect(providers.length).toBeGreaterThan(4);
    const place = fc.constantFrom('https://one.example', 'https://two.example', null);
    const secret = fc.constantFrom('old', { a: 'old' }, { a: 'old', b: 'old' });
    const replacement = fc.constantFrom('new', { a: 'new' }, { b: 'new' }, {}, null, { a: null });
    for (const [provider, type] of providers) {
      const [addresses, secrets] = [addressesOf(type), secretsOf(type)];
      const some = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
        fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
      const stored = fc
        .tuple(some(addresses, place), some(secrets, secret))
        .map((parts) => Object.assign({}, ...parts));
      const change = fc
        .tuple(some(addresses, place), some(secrets, replacement))
        .map((parts) => Object.assign({}, ...parts));
      fc.assert(
        fc.property(stored, change, (before, wanted) => {
          const merged = attempt(() => mergedConfig(provider, before, wanted));
          if (!merged || addresses.every((name) => (merged[name] ?? null) === (before[name] ?? null))) return;
          expect(JSON.stringify(secrets.map((name) => merged[name]))).not.toContain('old');
        }),
        { numRuns: 300 },
      );
    }
  });
});

describe('settings of a driver', () => {
  it('are shown with null for every secret that there could be', () => {
    expect(shownConfig('mcpsse', { uri: 'https://one.example' })).toEqual({
      uri: 'https://one.example',
      key: null,
      headers: null,
    });
  });

  it('are stored with each secret as one text', () => {
    expect(splitSecrets('mcphttp', { ...http, ca_certificate: null, client_secret: 's' })).toEqual({
      config: { uri: http.uri, timeout: 300 },
      secrets: { headers: '{"a":"secret","b":"other"}', client_secret: '"s"' },
    });
  });
});

/** Undefined where it is refused. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
