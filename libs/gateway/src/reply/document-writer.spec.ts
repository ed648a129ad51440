import { type DocumentPiece, WireNames } from '@lectern/contracts/core';
import fc from 'fast-check';
import { DocumentWriter } from './document-writer';

function written(pieces: readonly DocumentPiece[], names = WireNames.canonical): string {
  const writer = new DocumentWriter(names);
  return pieces.map((piece) => writer.write(piece)).join('') + writer.end();
}

/** All the pieces that a value can come in: members, items and characters one by one. */
function* crumbs(value: unknown, path: readonly string[] = []): Generator<DocumentPiece> {
  if (typeof value === 'string') {
    yield { path, text: '' };
    for (const text of value) yield { path, text };
  } else if (Array.isArray(value)) {
    yield { path, items: [] };
    for (const item of value) yield { path, items: [item] };
  } else if (typeof value === 'object' && value !== null) {
    yield { path, members: {} };
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'object' || typeof member === 'string') {
        if (member === null) yield { path, members: { [name]: null } };
        else yield* crumbs(member, [...path, name]);
      } else yield { path, members: Object.fromEntries([[name, member]]) };
  }
}

describe('the text of a document', () => {
  it('is what its pieces make together', () => {
    const pieces: DocumentPiece[] = [
      { path: [], members: { id: 'a', nothing: undefined } },
      { path: ['data', 'texts'], members: { small: { value: 'x' } } },
      { path: ['data', 'texts', 'long', 'text'], text: 'to be "contin' },
      { path: ['data', 'texts', 'long', 'text'], text: 'ued"' },
      { path: ['data', 'texts', 'long', 'paragraphs'], items: [1] },
      { path: ['data', 'texts', 'long', 'paragraphs'], items: [2, { start: 3 }] },
      { path: ['data', 'texts', 'long'], members: { status: 'PROCESSED' } },
      { path: ['data'], members: { generics: {} } },
      { path: [], members: { last: true } },
    ];
    const long = { text: 'to be "continued"', paragraphs: [1, 2, { start: 3 }], status: 'PROCESSED' };
    expect(written(pieces)).toBe(
      JSON.stringify({ id: 'a', data: { texts: { small: { value: 'x' }, long }, generics: {} }, last: true }),
    );
  });

  it('is an empty object without pieces', () => {
    expect(written([])).toBe('{}');
  });

  it('keeps empty texts, lists and objects', () => {
    const pieces = [
      { path: ['text'], text: '' },
      { path: ['list'], items: [] },
      { path: ['object'], members: {} },
    ];
    expect(written(pieces)).toBe('{"text":"","list":[],"object":{}}');
  });

  it('is the same for any object, however it is divided', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
        const text = JSON.stringify(document);
        expect(written([{ path: [], members: document }])).toBe(text);
        expect(written([...crumbs(document)])).toBe(text);
      }),
    );
  });

  it('is refused when pieces do not fit together', () => {
    const text = { path: ['a'], text: 'x' };
    expect(() => written([text, { path: ['a'], items: [] }])).toThrow('a was another kind of value');
    expect(() => written([text, { path: ['a', 'b'], text: 'y' }])).toThrow('a has no members');
  });

  it('is in the names of the wire, at any depth', () => {
    const names = WireNames.parse(
      JSON.stringify({
        members: { svc_tokens: { emit: 'acme_tokens' } },
        values: { SVC: { emit: 'ACME' } },
      }),
    );
    const pieces = [
      { path: ['svc_tokens'], members: { author: 'SVC' } },
      { path: ['svc_tokens', 'author'], items: ['SVC', { svc_tokens: 1 }] },
      { path: ['svc_tokens', 'title'], text: 'SVC' },
    ];
    expect(written(pieces.slice(1), names)).toBe('{"acme_tokens":{"author":["ACME",{"acme_tokens":1}],"title":"SVC"}}');
    expect(written(pieces.slice(0, 1), names)).toBe('{"acme_tokens":{"author":"ACME"}}');
  });
});
