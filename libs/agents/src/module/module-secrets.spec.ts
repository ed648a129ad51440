import { addressesOf, moduleClasses, moduleKinds, secretsOf } from '@lectern/contracts/agents';
import fc from 'fast-check';
import { identified, type IdentifiedModule } from './identified-module';
import { joinedModule, replacedModule, shownModule, splitModule } from './module-secrets';

const ids = {
  outer: '11111111-1111-4111-8111-111111111111',
  inner: '22222222-2222-4222-8222-222222222222',
};
const http = (members: object = {}) => ({
  module: 'http',
  id: ids.inner,
  title: 'agent',
  max_retries: 1,
  url: 'https://one.example',
  headers: { 'X-Token': 'old-secret' },
  ...members,
});
const smart = (...registered: object[]) =>
  // What a spec leaves out has no part in secrets.
  identified({
    module: 'smart',
    id: ids.outer,
    title: 'agent',
    max_retries: 1,
    registered_agents: registered,
  } as Parameters<typeof identified>[0]);

describe('secrets of modules', () => {
  it('are found at every level, and put back where they were', () => {
    const module = smart(http(), http({ id: ids.outer.replace('1', '3'), headers: null, fallback: http({ id: '4' }) }));
    const { config, secrets } = splitModule('context', module);
    expect(JSON.stringify(config)).not.toContain('old-secret');
    expect(secrets).toEqual({
      [ids.inner]: { headers: { 'X-Token': 'old-secret' } },
      '4': { headers: { 'X-Token': 'old-secret' } },
    });
    expect(splitModule('context', joinedModule(config, secrets))).toEqual({ config, secrets });
  });

  it('are shown as null, whether there are any or not', () => {
    const shown = shownModule('context', smart(http(), http({ id: '5', headers: undefined })));
    expect(shown).toMatchObject({ registered_agents: [{ headers: null }, { headers: null }] });
    expect(JSON.stringify(shown)).not.toContain('old-secret');
  });

  it('stay when the module that replaces theirs leaves them out, wherever it is', () => {
    const stored = smart(http());
    const inner = { next_agent: http({ headers: undefined }) };
    const moved = identified({ ...http({ headers: null }), id: ids.outer, ...inner });
    expect(replacedModule('context', stored, smart(http({ headers: null })))).toEqual(stored);
    expect(replacedModule('context', stored, moved)).toMatchObject({
      headers: null,
      next_agent: { headers: { 'X-Token': 'old-secret' } },
    });
  });

  it('are replaced whole when others are given, and gone with {}', () => {
    const other = smart(http({ headers: { 'X-Other': 'new' } }));
    expect(replacedModule('context', smart(http()), other)).toEqual(other);
    const none = smart(http({ headers: {} }));
    expect(replacedModule('context', smart(http()), none)).toEqual(none);
  });

  it('must be given again with another address, at the place that the refusal names', () => {
    const elsewhere = (members: object) => smart(http({ url: 'https://two.example', ...members }));
    expect(() => replacedModule('context', smart(http()), elsewhere({ headers: null }))).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: {
          detail: [
            expect.objectContaining({
              loc: ['body', 'smart', 'registered_agents', '0', 'http', 'headers'],
              msg: 'Value error, with another url the module needs headers again',
            }),
          ],
        },
      }),
    );
    const again = elsewhere({ headers: { a: 'new' } });
    expect(replacedModule('context', smart(http()), again)).toEqual(again);
  });

  it('do not pass to a module of another name with the same id', () => {
    const text = smart({ module: 'static_string', id: ids.inner, title: 'a', max_retries: 1, context: 'x' });
    expect(replacedModule('context', smart(http()), text)).toEqual(text);
  });

  it('never go to another address, whatever replaces a module', () => {
    const withBoth = moduleKinds.flatMap((kind) =>
      Object.entries(moduleClasses[kind]).flatMap(([name, type]) =>
        secretsOf(type()).length > 0 ? [[kind, name, addressesOf(type()), secretsOf(type())] as const] : [],
      ),
    );
    expect(withBoth.map(([, name]) => name)).toEqual(expect.arrayContaining(['external', 'http']));
    for (const [kind, name, addresses, secrets] of withBoth) {
      const some = (names: readonly string[], value: fc.Arbitrary<unknown>) =>
        fc.record(Object.fromEntries(names.map((one) => [one, value])), { requiredKeys: [] });
      const place = some(addresses, fc.constantFrom('https://one.example', 'https://two.example', null));
      const old = some(secrets, fc.constantFrom({ a: 'old' }, { a: 'old', b: 'old' }));
      const wanted = some(secrets, fc.constantFrom({ a: 'new' }, {}, null, undefined));
      const moduleOf = (...parts: object[]): IdentifiedModule =>
        Object.assign({ module: name, id: ids.inner, title: 'a', max_retries: 1 }, ...parts);
      fc.assert(
        fc.property(place, old, place, wanted, (from, before, to, after) => {
          const [stored, given] = [moduleOf(from, before), moduleOf(to, after)];
          const merged = attempt(() => replacedModule(kind, stored, given));
          const stays = (one: string) => (Reflect.get(given, one) ?? null) === (Reflect.get(stored, one) ?? null);
          if (!merged || addresses.every(stays)) return;
          expect(JSON.stringify(secrets.map((one) => Reflect.get(merged, one)))).not.toContain('old');
        }),
        { numRuns: 300 },
      );
    }
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
