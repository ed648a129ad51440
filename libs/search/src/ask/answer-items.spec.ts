import type { GeneratedValue } from '@lectern/contracts/understanding';
import {
  closingItems,
  generationStart,
  immediateItem,
  statusItem,
  withValue,
  withCitedPositions,
} from './answer-items';
import type { CheckedSentence } from '@lectern/contracts/core';

const endOf = (...values: GeneratedValue[]) => values.reduce(withValue, generationStart);
const meta: GeneratedValue = { type: 'meta', inputTokens: 2_000, outputTokens: 500, firstChunkS: 1, totalS: 2 };
const citations = { 'r/t/a/0-9': [[0, 4]] } as const;
const augmented = { paragraphs: {}, fields: {} };
const types = (end: ReturnType<typeof endOf>, showConsumption = false) =>
  closingItems(end, { showConsumption, augmented }).map(({ type }) => type);

describe('the values of a generation', () => {
  it('become items at once when they are text, and wait for the end otherwise', () => {
    expect(immediateItem({ type: 'text', text: 'The' })).toEqual({ type: 'answer', text: 'The' });
    expect(immediateItem({ type: 'reasoning' })).toEqual({ type: 'reasoning', text: '' });
    for (const type of ['object', 'citations', 'footnote_citations', 'status', 'meta'] as const)
      expect(immediateItem({ type })).toBeUndefined();
  });

  it('are all remembered until the end, the last of each kind', () => {
    const end = endOf(
      { type: 'object', object: { a: 1 } },
      { type: 'text', text: 'The' },
      { type: 'object', object: { a: 2 } },
      { type: 'citations', citations },
      { type: 'footnote_citations', footnoteToContext: { 'block-AA': 'r/t/a/0-9' } },
      meta,
    );
    expect(end).toEqual({
      status: 'success',
      object: { a: 2 },
      citations,
      footnotes: { 'block-AA': 'r/t/a/0-9' },
      meta,
    });
  });
});

describe('the status of an answer', () => {
  it.each<[readonly GeneratedValue[], object]>([
    [[], { type: 'status', code: '0', status: 'success' }],
    [[{ type: 'status', code: '0' }], { type: 'status', code: '0', status: 'success' }],
    [[{ type: 'status', code: '-2', details: 'no' }], { type: 'status', code: '-2', status: 'no_context' }],
    [
      [{ type: 'status', code: '-1', details: 'cut off' }],
      { type: 'status', code: '-1', status: 'error', details: 'cut off' },
    ],
    [[{ type: 'status', code: '-1' }], { type: 'status', code: '-1', status: 'error', details: 'Unknown error' }],
    [[{ type: 'status', code: '0', details: 'cut' }], { type: 'status', code: '0', status: 'success', details: 'cut' }],
  ])('after %j is %j', (values, item) => {
    expect(statusItem(endOf(...values))).toEqual(item);
  });
});

describe('the end of an answer', () => {
  it('says what supports it and what it took, as far as the model said so', () => {
    expect(types(endOf())).toEqual(['augmented_context']);
    expect(types(endOf({ type: 'citations', citations }, meta))).toEqual([
      'augmented_context',
      'citations',
      'metadata',
    ]);
  });

  it('has the sentences with either kind of citations', () => {
    const sentences = [{ status: 'unsupported' as const, start: 0, end: 4, sources: [] }];
    for (const end of [
      endOf({ type: 'citations', citations, sentences }),
      endOf({ type: 'footnote_citations', footnoteToContext: {}, sentences }),
    ])
      expect(closingItems(end, { showConsumption: false, augmented })[1]).toMatchObject({ sentences });
  });

  it('says what it consumed, to those who want to know', () => {
    expect(types(endOf(meta), true)).toEqual(['augmented_context', 'metadata', 'consumption']);
    expect(types(endOf(), true)).toEqual(['augmented_context']);
    expect(closingItems(endOf(meta), { showConsumption: true, augmented }).slice(1)).toEqual([
      {
        type: 'metadata',
        tokens: { input: 2_000, output: 500, input_svc: 2, output_svc: 0.5 },
        timings: { generative_first_chunk: 1, generative_total: 2 },
      },
      {
        type: 'consumption',
        normalized_tokens: { input: 2, output: 0.5, image: 0 },
        customer_key_tokens: { input: 0, output: 0, image: 0 },
      },
    ]);
  });

  it('tells tokens with a key of the box from those of the deployment', () => {
    const [, metadata, consumption] = closingItems(endOf({ ...meta, customerKey: true }), {
      showConsumption: true,
      augmented,
    });
    expect(metadata).toMatchObject({ tokens: { input: 2_000, input_svc: 0, output_svc: 0 } });
    expect(consumption).toMatchObject({
      normalized_tokens: { input: 0, output: 0 },
      customer_key_tokens: { input: 2, output: 0.5 },
    });
  });
});

const RID = '0123456789abcdef0123456789abcdef';

/** The source of the only sentence, at characters 4 to 8 of an entry. */
function sourceIn(key: string, text: string) {
  const sentence: CheckedSentence = { status: 'exact', start: 0, end: 4, sources: [{ key, start: 4, end: 8 }] };
  const value = { type: 'citations' as const, citations: {}, sentences: [sentence] };
  return withCitedPositions(value, [{ key, text }]).sentences?.[0]?.sources[0];
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
