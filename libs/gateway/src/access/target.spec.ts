import fc from 'fast-check';
import { readIds } from './target';

const KBID = 'bbbbbbbb-0000-4000-8000-00000000000a';
const compact = KBID.replaceAll('-', '');

describe('ids in a path', () => {
  it.each(['kbid', 'agent_id'])('of the kind %s are read in either form, and written with hyphens', (name) => {
    for (const written of [KBID, compact, KBID.toUpperCase(), compact.toUpperCase()])
      expect(readIds({ [name]: written })).toEqual({ [name]: KBID });
  });

  it('of resources are read in either form, and written without hyphens', () => {
    for (const written of [KBID, compact, KBID.toUpperCase()])
      expect(readIds({ rid: written })).toEqual({ rid: compact });
  });

  it('that are none name nothing', () => {
    const message = { kbid: 'KnowledgeBox not found', agent_id: 'Agent not found', rid: 'Resource not found' };
    for (const [name, text] of Object.entries(message))
      for (const written of ['', 'box', `${KBID}0`, ` ${KBID}`, `${KBID}/..`, 'g'.repeat(32)])
        expect(() => readIds({ [name]: written })).toThrow(
          expect.objectContaining({ code: 'not_found', message: expect.stringContaining(text) }),
        );
  });

  it('are the only parameters that change', () => {
    const names = fc.string().filter((name) => !['kbid', 'agent_id', 'rid'].includes(name) && name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (params) => {
        expect(readIds(params)).toEqual({ ...params });
      }),
    );
  });

  it('are the same once they have been read', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, isUpper) => {
        const read = readIds({ kbid: isUpper ? id.toUpperCase() : id, rid: id });
        expect(readIds(read)).toEqual(read);
      }),
    );
  });
});
