import { AccountIdOrSlug, idParametersOf, KnowledgeBoxId, ResourceId } from './ids';
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
