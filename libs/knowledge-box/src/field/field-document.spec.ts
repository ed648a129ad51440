import { type FieldError, fieldShows, resourceShows } from '@lectern/contracts/knowledge-box';
import { type FieldEntity, newFileField, newLinkField, newTextField } from '@lectern/resource-store';
import fc from 'fast-check';
import { understood } from '../../../resource-store/fixtures/extracted';
import { fieldData, fieldDocument, type StoredField } from './field-document';

const now = new Date(0);
const file = {
  uri: 'https://example.org/a',
  sizeBytes: 0,
  contentType: 'text/css',
  filename: 'a',
  md5: '',
  blobKey: null,
};
const state = {
  kbid: 'box',
  rid: 'a',
  mlText: true,
  sealedPassword: null,
  sealedSecrets: null,
  seqid: 1,
  contentSeqid: 1,
};
const text: FieldEntity = {
  ...newTextField('t', { body: 'a', format: 'PLAIN' }),
  ...state,
  status: 'PROCESSED',
  errors: [],
};
const link: FieldEntity = {
  ...newLinkField('l', { uri: 'https://example.org', headers: {}, cookies: {}, localstorage: {} }, now),
  ...state,
  status: 'PENDING',
  errors: [],
};
const external: FieldEntity = {
  ...newFileField('f', file, {
    now,
    file: { uri: file.uri, content_type: 'text/css', extra_headers: { cookie: 'secret' } },
  }),
  ...state,
  status: 'PROCESSED',
  errors: [],
};
const error = (body: string): FieldError => ({ body, code: 0, code_str: 'GENERIC', created: '', severity: 'ERROR' });
const extracted = { text: 'a', paragraphs: [], understood, extractedAt: now };
const anything = fc.constantFrom<StoredField>(
  ...[text, link, external].flatMap((field) => [{ field }, { field, extracted }]),
);

describe('a field of a resource', () => {
  it('has the members that were requested and no others', () => {
    fc.assert(
      fc.property(anything, fc.subarray([...resourceShows]), (stored, show) => {
        const members = Object.keys(fieldData(stored, { show, extracted: ['text'], annotations: [] }));
        const expected = [
          ...(show.includes('values') ? ['value'] : []),
          ...(show.includes('extracted') && stored.extracted ? ['extracted'] : []),
          ...(show.includes('errors') ? ['status'] : []),
        ];
        expect(members).toEqual(expected);
      }),
    );
  });

  it('never shows with what an external file is fetched', () => {
    fc.assert(
      fc.property(anything, fc.subarray([...resourceShows]), fc.subarray([...fieldShows]), (stored, show, ofField) => {
        const shown = [
          fieldData(stored, { show, extracted: ['text'], annotations: [] }),
          fieldDocument(stored, { show: ofField, extracted: ['text'], annotations: [] }),
        ];
        expect(JSON.stringify(shown)).not.toContain('extra_headers');
      }),
    );
    expect(JSON.stringify(external)).toContain('secret');
  });

  it('shows its errors, the last one apart', () => {
    const field = { ...text, status: 'ERROR' as const, errors: [error('first'), error('last')] };
    const members = { status: 'ERROR', errors: field.errors, error: { body: 'last' } };
    expect(fieldData({ field }, { show: ['errors'], extracted: [], annotations: [] })).toMatchObject(members);
    expect(fieldDocument({ field }, { show: ['error'], extracted: [], annotations: [] })).toMatchObject(members);
  });
});

describe('a field that is read alone', () => {
  it('says which one it is, whatever is requested', () => {
    fc.assert(
      fc.property(anything, fc.subarray([...fieldShows]), (stored, show) => {
        const shown = fieldDocument(stored, { show, extracted: [], annotations: [] });
        expect(shown).toMatchObject({ field_id: stored.field.id });
        expect('value' in shown).toBe(show.includes('value'));
        expect('status' in shown).toBe(show.includes('error'));
        expect('extracted' in shown).toBe(show.includes('extracted') && stored.extracted !== undefined);
      }),
    );
    const types = [text, link, external].map((field) =>
      fieldDocument({ field }, { show: [], extracted: [], annotations: [] }),
    );
    expect(types).toEqual([
      { field_type: 'text', field_id: 't' },
      { field_type: 'link', field_id: 'l' },
      { field_type: 'file', field_id: 'f' },
    ]);
  });
});
