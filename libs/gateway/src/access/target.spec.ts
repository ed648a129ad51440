import { AccountIdOrSlug, idParametersOf, KnowledgeBoxId, ResourceId } from '@lectern/contracts/core';
import fc from 'fast-check';
import { namedIn, readIds } from './target';

class Target {
  @AccountIdOrSlug() owner!: string;
  @KnowledgeBoxId() box!: string;
  @ResourceId() document!: string;
}

const ids = idParametersOf(Target);
const KBID = 'bbbbbbbb-0000-4000-8000-00000000000a';
const compact = KBID.replaceAll('-', '');

describe('ids in a path', () => {
  it('of knowledge boxes are read in either form, and written with hyphens', () => {
    for (const box of [KBID, compact, KBID.toUpperCase(), compact.toUpperCase()])
      expect(readIds({ box }, ids)).toEqual({ box: KBID });
  });

  it('of resources are read in either form, and written without hyphens', () => {
    for (const document of [KBID, compact, KBID.toUpperCase()])
      expect(readIds({ document }, ids)).toEqual({ document: compact });
  });

  it('that are none name nothing', () => {
    for (const [name, text] of Object.entries({ box: 'KnowledgeBox not found', document: 'Resource not found' }))
      for (const written of ['', 'box', `${KBID}0`, ` ${KBID}`, `${KBID}/..`, 'g'.repeat(32)])
        expect(() => readIds({ [name]: written }, ids)).toThrow(
          expect.objectContaining({ code: 'not_found', message: expect.stringContaining(text) }),
        );
  });

  it('are the only parameters that change', () => {
    const names = fc.string().filter((name) => !['box', 'document'].includes(name) && name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (params) => {
        expect(readIds(params, ids)).toEqual({ ...params });
      }),
    );
  });

  it('are the same once they have been read', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, isUpper) => {
        const read = readIds({ box: isUpper ? id.toUpperCase() : id, document: id }, ids);
        expect(readIds(read, ids)).toEqual(read);
      }),
    );
  });

  it('name what policies are held on, where the path has them', () => {
    expect(namedIn({ box: KBID }, 'kb', ids)).toMatchObject({ id: { name: 'box' }, written: KBID });
    expect(namedIn({ owner: 'acme', box: KBID }, 'account', ids)).toMatchObject({ written: 'acme' });
    expect(namedIn({ box: KBID }, 'account', ids)).toBeUndefined();
  });
});
