import fc from 'fast-check';
import { AccountIdOrSlug, AgentId, idParametersOf, KnowledgeBoxId, ResourceId } from './ids';
import { validate } from './validate';

class AccountTarget {
  @AccountIdOrSlug() account!: string;
}

class ResourceOfAccount extends AccountTarget {
  @KnowledgeBoxId() box!: string;
  @ResourceId() document!: string;
}

const UUID = 'bbbbbbbb-0000-4000-8000-00000000000a';
const read = (name: string, written: string) =>
  idParametersOf(ResourceOfAccount)
    .find((one) => one.name === name)
    ?.read(written);

describe('ids among parameters', () => {
  it('are those that are decorated, whatever their name, with those of the class above', () => {
    const found = idParametersOf(ResourceOfAccount).map(({ name, target }) => [name, target]);
    expect(Object.fromEntries(found)).toEqual({ account: 'account', box: 'kb', document: undefined });
    expect(idParametersOf(AccountTarget)).toHaveLength(1);
    expect(idParametersOf(undefined)).toEqual([]);
  });

  it('are read into the form that is used inside', () => {
    expect(read('box', UUID.replaceAll('-', '').toUpperCase())).toBe(UUID);
    expect(read('document', UUID)).toBe(UUID.replaceAll('-', ''));
    expect(read('account', 'acme')).toBe('acme');
  });

  it('are texts to the check of a request', () => {
    const given = { account: 'acme', box: UUID, document: UUID };
    expect(validate(ResourceOfAccount, given)).toEqual(given);
    expect(() => validate(ResourceOfAccount, { account: 'acme', box: UUID })).toThrow();
  });
});

describe('a kind of id', () => {
  class Every {
    @KnowledgeBoxId() box!: string;
    @ResourceId() resource!: string;
    @AccountIdOrSlug() account!: string;
    @AgentId() agent!: string;
  }
  const kinds = idParametersOf(Every);
  const named = (name: string) => kinds.find((one) => one.name === name);

  it('says in its own words that a text is none, as a 404', () => {
    expect(Object.fromEntries(kinds.map(({ name, unreadable }) => [name, unreadable]))).toEqual({
      box: 'KnowledgeBox not found. UUID expected.',
      resource: 'Resource not found. UUID expected.',
      account: 'Account does not exist',
      agent: 'Agent not found. UUID expected.',
    });
  });

  it('says what the policy of an operation is held on', () => {
    expect(Object.fromEntries(kinds.map(({ name, target }) => [name, target]))).toEqual({
      box: 'kb',
      resource: undefined,
      account: 'account',
      agent: 'agent',
    });
  });

  it.each(['', 'tides', UUID.slice(1), `${UUID}0`, `{${UUID}}`, ` ${UUID}`, UUID.replace('b', 'g'), `${UUID}\n`])(
    'does not take %j for a UUID',
    (written) => {
      for (const name of ['box', 'resource', 'agent']) expect(named(name)?.read(written)).toBeUndefined();
    },
  );

  it('reads a UUID in every form to one form, and reads that to itself', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const bare = id.replaceAll('-', '');
        for (const written of [id, bare, id.toUpperCase(), bare.toUpperCase()]) {
          expect([named('box')?.read(written), named('agent')?.read(written)]).toEqual([id, id]);
          expect(named('resource')?.read(written)).toBe(bare);
        }
        expect(named('resource')?.read(bare)).toBe(bare);
      }),
    );
  });
});
