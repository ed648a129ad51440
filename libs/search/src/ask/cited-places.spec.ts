import type { CheckedSentence } from '@lectern/contracts/core';
import { withCitedPlaces } from './cited-places';

const RID = '0123456789abcdef0123456789abcdef';

/** The source of the only sentence, at characters 4 to 8 of an entry. */
function sourceIn(key: string, text: string) {
  const sentence: CheckedSentence = { status: 'exact', start: 0, end: 4, sources: [{ key, start: 4, end: 8 }] };
  const value = { type: 'citations' as const, citations: {}, sentences: [sentence] };
  return withCitedPlaces(value, [{ key, text }]).sentences?.[0]?.sources[0];
}

describe('where a source stands', () => {
  it('is counted in the field, from the first code point of the paragraph', () => {
    expect(sourceIn(`${RID}/t/body/100-110`, '\u{1f30a}123456789')).toEqual({
      key: `${RID}/t/body/100-110`,
      start: 4,
      end: 8,
      resource: RID,
      field: '/t/body',
      field_start: 104,
      field_end: 108,
    });
  });

  it('is counted in the field where the entry is the whole field', () => {
    expect(sourceIn(`${RID}/f/manual`, '0123456789')).toMatchObject({
      field: '/f/manual',
      field_start: 4,
      field_end: 8,
    });
  });

  it('is counted in the message of a conversation', () => {
    expect(sourceIn(`${RID}/c/talk/7/10-20`, '0123456789')).toMatchObject({ field: '/c/talk/7', field_start: 14 });
  });

  it('names the field alone where the entry is not a part of its text as it is', () => {
    expect(sourceIn(`${RID}/t/body/100-110`, 'with what stands around it')).toEqual({
      key: `${RID}/t/body/100-110`,
      start: 4,
      end: 8,
      resource: RID,
      field: '/t/body',
    });
  });

  it('is in the entry alone where the entry is from no resource', () => {
    expect(sourceIn('USER_CONTEXT_0', '0123456789')).toEqual({ key: 'USER_CONTEXT_0', start: 4, end: 8 });
  });
});
