import { assembled } from '@lectern/contracts/core';
import { extractedParts, fieldTypes, resourceShows } from '@lectern/contracts/knowledge-box';
import { type FieldEntity, newTextField } from '@lectern/resource-store';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { documentPieces } from '../document/pieces';
import type { StoredField } from '../field/field-document';
import { longResourceData, resourceData, showsData, shownLetters, type StoredLetter } from './resource-data';
import type { Shown } from './resource-document';

const resource = resourceRow('box', 'a', { title: 'Tides', summary: 'On the sea' });
const state = {
  kbid: 'box',
  rid: 'a',
  mlText: true,
  sealedPassword: null,
  sealedSecrets: null,
  seqid: 1,
  contentSeqid: 1,
};
function stored(letter: StoredLetter, id: string): StoredField {
  const field: FieldEntity = {
    ...newTextField(id, { body: `body of ${id}`, format: 'PLAIN' }),
    ...state,
    letter,
    status: 'PROCESSED',
    errors: [],
  };
  return { field };
}

const shown: fc.Arbitrary<Shown> = fc.record({
  show: fc.subarray([...resourceShows]),
  fieldTypes: fc.subarray([...fieldTypes]),
  extracted: fc.subarray([...extractedParts]),
});
const letters = fc.constantFrom<StoredLetter>('t', 'f', 'u');
const fields = fc.uniqueArray(fc.tuple(letters, fc.constantFrom('a', 'b', 'c')), { selector: String, maxLength: 6 });
const all: Shown = { show: ['values'], fieldTypes: ['text', 'file', 'link', 'generic'], extracted: [] };

describe('the fields of a resource', () => {
  it('are under the names of their kinds', () => {
    const data = resourceData(resource, [stored('u', 'x'), stored('t', 'y'), stored('f', 'z')], all);
    expect(Object.keys(data)).toEqual(['texts', 'files', 'links', 'generics']);
    expect(data).toMatchObject({ texts: { y: { value: { body: 'body of y' } } }, links: { x: {} }, files: { z: {} } });
  });

  it('are the same whether they are there or are read while they are written', async () => {
    await fc.assert(
      fc.asyncProperty(fields, shown, fc.integer({ min: 1, max: 3 }), async (those, wanted, size) => {
        const rows = those.map(([letter, id]) => stored(letter, id));
        async function* read(letter: StoredLetter): AsyncGenerator<readonly StoredField[]> {
          const own = rows.filter(({ field }) => field.letter === letter);
          for (let from = 0; from < own.length; from += size) yield own.slice(from, from + size);
        }
        const long = await assembled(documentPieces({ data: longResourceData(resource, wanted, read) }));
        expect(long).toEqual({ data: JSON.parse(JSON.stringify(resourceData(resource, rows, wanted))) });
      }),
    );
  });

  it('are of the kinds that are wanted', () => {
    fc.assert(
      fc.property(fields, shown, (those, wanted) => {
        const rows = those.map(([letter, id]) => stored(letter, id));
        const data = resourceData(resource, rows, wanted);
        const letter = (member: string) => ({ texts: 't', files: 'f', links: 'u' })[member];
        const found = Object.keys(data).flatMap((member) => letter(member) ?? []);
        expect(shownLetters(wanted)).toEqual(expect.arrayContaining(found));
        expect('generics' in data).toBe(wanted.fieldTypes.includes('generic'));
      }),
    );
  });

  it('have title and summary among them, a summary only where there is one', () => {
    expect(resourceData(resource, [], all)).toEqual({
      generics: { title: { value: 'Tides' }, summary: { value: 'On the sea' } },
    });
    const bare = resourceRow('box', 'a', { title: 'Tides' });
    expect(resourceData(bare, [], { ...all, show: ['extracted', 'errors'], extracted: ['text'] })).toEqual({
      generics: {
        title: { status: 'PROCESSED', extracted: { text: { text: 'Tides', split_text: {}, deleted_splits: [] } } },
      },
    });
  });

  it('have title and summary as one paragraph each, with its vector where that is wanted', () => {
    const vector = { start: 0, end: 5, start_paragraph: 0, end_paragraph: 5, vector: [1] };
    const genericVectors = new Map([['a/title', [vector]]]);
    const wanted = { ...all, show: ['extracted'], extracted: ['metadata', 'vectors'], genericVectors } as const;
    const data = resourceData(resource, [], wanted);
    expect(data).toMatchObject({
      generics: {
        title: {
          extracted: {
            metadata: { metadata: { paragraphs: [{ kind: 'TITLE', key: 'a/a/title/0-5', start: 0, end: 5 }] } },
            vectors: { vectors: { vectors: [vector] } },
          },
        },
        summary: { extracted: { metadata: { metadata: { paragraphs: [{ kind: 'DESCRIPTION', end: 10 }] } } } },
      },
    });
    expect(data).not.toHaveProperty('generics.summary.extracted.vectors');
  });

  it('are a separate member when something of them is shown', () => {
    expect(showsData({ ...all, show: ['basic'] })).toBe(false);
    expect(showsData({ ...all, show: ['values'] })).toBe(true);
    expect(showsData({ ...all, show: ['values', 'extracted'], fieldTypes: [] })).toBe(false);
    expect(showsData({ ...all, show: ['errors'], fieldTypes: [] })).toBe(true);
  });
});
