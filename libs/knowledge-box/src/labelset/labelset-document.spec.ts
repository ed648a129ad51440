import { validate } from '@lectern/contracts/core';
import { LabelsetPayload } from '@lectern/contracts/knowledge-box';
import { labelsetDocument, labelsetRow } from './labelset-document';

const target = { kbid: '11111111-1111-4111-8111-111111111111', labelset: 'topics' };
const shown = (payload: object) => labelsetDocument(labelsetRow(target, validate(LabelsetPayload, payload)));

describe('a labelset', () => {
  it('has its id as title, and defaults, when nothing is said', () => {
    expect(shown({})).toEqual({ title: 'topics', color: 'blue', multiple: true, kind: ['RESOURCES'], labels: [] });
  });

  it('keeps each kind once and the labels in their order, with null for what is absent', () => {
    const labels = [
      { title: 'b', uri: 'https://example.org/b' },
      { title: 'a', text: 'first', related: 'b' },
    ];
    const payload = { title: 'T', color: 'red', multiple: false, kind: ['PARAGRAPHS', 'RESOURCES', 'PARAGRAPHS'] };
    expect(shown({ ...payload, labels })).toEqual({
      ...payload,
      kind: ['PARAGRAPHS', 'RESOURCES'],
      labels: [
        { title: 'b', related: null, text: null, uri: 'https://example.org/b' },
        { title: 'a', related: 'b', text: 'first', uri: null },
      ],
    });
  });
});
