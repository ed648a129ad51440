import fc from 'fast-check';
import { askDocument, askLine } from './ask-document';
import { type AskItem, type AskStatus, askStatuses } from './ask-item/ask-item.dto';

const documentOf = (...items: readonly AskItem[]) => askDocument(items.map((item) => ({ item }))).body;
const status = (name: AskStatus, details?: string): AskItem => ({
  type: 'status',
  code: askStatuses[name],
  status: name,
  ...(details !== undefined && { details }),
});

describe('an answer as one document', () => {
  it('joins the pieces of the answer, and of what was thought, each in their order', () => {
    const pieces = fc.array(
      fc.record({ type: fc.constantFrom('answer' as const, 'reasoning' as const), text: fc.string() }),
    );
    fc.assert(
      fc.property(pieces, (items) => {
        const of = (type: string) => items.flatMap((item) => (item.type === type ? [item.text] : [])).join('');
        expect(documentOf(...items)).toMatchObject({
          answer: of('answer'),
          reasoning: of('reasoning') || undefined,
        });
      }),
    );
  });

  // The table's own keys.
  it.each(Object.keys(askStatuses) as AskStatus[])('ends as the answer ended: %s', (name) => {
    expect(documentOf(status(name))).toMatchObject({ status: name });
  });

  it('says why it failed, before or after the first item', () => {
    expect(documentOf(status('error', 'cut off'))).toMatchObject({ error_details: 'cut off' });
    expect(documentOf({ type: 'error', error: 'gone' })).toMatchObject({ error_details: 'gone' });
    expect(documentOf(status('success', 'cut'))).toMatchObject({ status: 'success', error_details: 'cut' });
    expect(documentOf(status('success'))).toMatchObject({ error_details: undefined });
  });

  it('has every member that must be there when there was nothing to say', () => {
    expect(documentOf()).toMatchObject({
      answer: '',
      status: 'success',
      retrieval_best_matches: [],
      learning_id: '',
      citations: {},
      citation_footnote_to_context: {},
      citation_sentences: [],
    });
  });

  it('has what supports the answer, and what it took', () => {
    const counts = { input: 2, output: 0.5, image: 0 };
    const sentences = [{ status: 'unsupported' as const, start: 0, end: 4, sources: [] }];
    const document = documentOf(
      { type: 'citations', citations: { 'r/t/a/0-9': [[0, 4]] }, sentences },
      { type: 'footnote_citations', footnote_to_context: { 'block-AA': 'r/t/a/0-9' }, sentences: [] },
      { type: 'metadata', tokens: { input: 1, output: 2 }, timings: { generative_total: 3 } },
      { type: 'consumption', normalized_tokens: counts, customer_key_tokens: counts },
      { type: 'debug', metadata: { prompt_context: ['The moon'], predict_request: {} }, metrics: { legs: 1 } },
    );
    expect(document).toMatchObject({
      citations: { 'r/t/a/0-9': [[0, 4]] },
      citation_footnote_to_context: { 'block-AA': 'r/t/a/0-9' },
      citation_sentences: sentences,
      metadata: { tokens: { input: 1, output: 2 }, timings: { generative_total: 3 } },
      consumption: { normalized_tokens: counts, customer_key_tokens: counts },
      prompt_context: ['The moon'],
      debug: { metrics: { legs: 1 } },
    });
    expect(document).not.toHaveProperty('consumption.type');
  });
});

describe('the id of an answer', () => {
  const id = '0'.repeat(32);

  it('is in a header of either form, and in the document', () => {
    expect(askLine({ learningId: id })).toMatchObject({ headers: { 'svc-learning-id': id } });
    expect(askDocument([{ learningId: id }, { item: status('success') }])).toMatchObject({
      headers: { 'svc-learning-id': id },
      body: { learning_id: id },
    });
  });

  it('is unknown when nothing was found', () => {
    expect(askLine({})).toMatchObject({ headers: { 'svc-learning-id': 'unknown' } });
    expect(askDocument([{}])).toMatchObject({ headers: { 'svc-learning-id': 'unknown' }, body: { learning_id: '' } });
  });

  it('comes before the items, each of which is a line', () => {
    expect(askLine({ item: status('success') })).toEqual({ body: { item: status('success') } });
  });
});
