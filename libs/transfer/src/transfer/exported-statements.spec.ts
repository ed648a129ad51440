import { validate } from '@lectern/contracts/core';
import { FieldAnnotationPayload, RelationPayload } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { mergedAnnotations, statedRelations } from '../../../knowledge-box/src/resource/stated-metadata';
import { sentAnnotations, sentRelations } from './exported-statements';

const rid = 'ab'.repeat(16);
const text = fc.string({ maxLength: 8 });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const read = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T; // as read from a file

describe('Relations in a file', () => {
  const node = fc.record({
    value: fc.oneof(text, fc.constant(rid)),
    type: fc.constantFrom('label', 'resource', 'user'),
    group: some(text),
  });
  const place = fc.record({ paragraph_id: some(text), source_start: some(fc.nat()), to_end: some(fc.nat()) });
  const relations = fc.array(
    fc.record({ relation: fc.constant('OTHER'), label: some(text), metadata: some(place), from: some(node), to: node }),
    { maxLength: 4 },
  );

  it('are read as they were stored, and are no longer than they were sent', () => {
    fc.assert(
      fc.property(relations, (given) => {
        const sent = given.map((one) => validate(RelationPayload, read(one)));
        const stored = statedRelations(rid, sent);
        const written = sentRelations(rid, stored);
        const again = written.map((one) => validate(RelationPayload, read(one)));
        expect(statedRelations(rid, again)).toEqual(stored);
        expect(JSON.stringify(written).length).toBeLessThanOrEqual(JSON.stringify(given).length);
      }),
    );
  });
});

describe('What users say about fields, in a file', () => {
  const key = fc.oneof(text, fc.constantFrom(`${rid}/t/a/0-9`, 'N_RID/t/a/3-4', rid, `${rid}`.repeat(2)));
  const label = fc.record({ labelset: text, label: text, cancelled_by_user: fc.boolean() });
  const said = fc.record({
    text,
    language: fc.constantFrom('', 'en'),
    ids_paragraphs: fc.array(key, { maxLength: 2 }),
  });
  const annotations = fc.array(
    fc.record({
      field: fc.record({ field_type: fc.constantFrom('text', 'generic'), field: fc.constantFrom('a', 'b') }),
      paragraphs: fc.array(fc.record({ key, classifications: fc.tuple(label) }), { maxLength: 2 }),
      question_answers: fc.array(
        fc.record({
          question_answer: fc.record({ question: said, answers: fc.array(said, { maxLength: 2 }) }),
          cancelled_by_user: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 4 },
  );
  const payloadsOf = (given: readonly unknown[]) => given.map((one) => validate(FieldAnnotationPayload, read(one)));

  it('is read as it was stored', () => {
    fc.assert(
      fc.property(annotations, (given) => {
        const stored = mergedAnnotations(rid, [], payloadsOf(given));
        expect(mergedAnnotations(rid, [], payloadsOf(sentAnnotations(rid, stored)))).toEqual(stored);
      }),
    );
  });

  it('has ids of paragraphs that are no longer than those that were sent', () => {
    const longest = `N_RID/t/a/${'0'.repeat(1_014)}`;
    const paragraphs = [{ key: longest, classifications: [{ labelset: 'l', label: 'm' }] }];
    const sent = [{ field: { field_type: 'text', field: 'a' }, paragraphs }];
    const stored = mergedAnnotations(rid, [], payloadsOf(sent));
    expect(stored[0]?.paragraphs[0]?.key.length).toBeGreaterThan(longest.length);
    expect(mergedAnnotations(rid, [], payloadsOf(sentAnnotations(rid, stored)))).toEqual(stored);
  });
});
