import { membersOf } from '../../validation/answers.fixture';
import { changed, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { SentencesPayload } from './sentence.dto';
import { predictSentence, predictSentenceBatch, predictSentenceForKnowledgeBox } from './sentence.operations';

const operations = [predictSentence, predictSentenceForKnowledgeBox, predictSentenceBatch];
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';

describe('turning texts into vectors', () => {
  it('is for keys of accounts: one text by GET, many by POST', () => {
    expect(routesOf(...operations)).toEqual({
      'GET /predict/sentence': '200 json; any of nothing; nua',
      'GET /predict/sentence/{kbid}': '200 json; any of kb; nua',
      'POST /predict/sentences': '200 json; any of nothing; nua',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['60 s', '60 s', '60 s']);
  });

  it.each([
    [predictSentence, { text: 'The moon' }],
    [predictSentence, { text: 'The moon', model: 'minilm-l6' }],
    [predictSentenceForKnowledgeBox, { text: 'The moon' }],
    [predictSentenceForKnowledgeBox, { text: 'The moon', models: ['minilm-l6', 'lexical'] }],
  ])('takes a text in the query, and models by name, as %#', (operation, query) => {
    expect(received(operation, { query }).query).toEqual(query);
  });

  it('reads a model that is named once as a list of one', () => {
    expect(
      received(predictSentenceForKnowledgeBox, { path: { kbid }, query: { text: 'a', models: 'm' } }).query,
    ).toEqual({ text: 'a', models: ['m'] });
  });

  it.each([
    [predictSentence, {}, 'query.text: Field required'],
    [predictSentence, { text: text(20_001) }, `query.text: ${tooLong(20_000)}`],
    [predictSentence, { text: 'a', model: text(251) }, `query.model: ${tooLong(250)}`],
    [predictSentenceForKnowledgeBox, { text: 'a', models: [text(251)] }, `query.models.0: ${tooLong(250)}`],
    [predictSentenceForKnowledgeBox, { text: 'a', models: list(11, String) }, `query.models: ${tooMany(10)}`],
  ])('refuses what is beyond its bounds, as %#', (operation, query, fault) => {
    expect(faults(operation, { query })).toEqual([fault]);
  });

  it('takes at most ten models', () => {
    expect(faults(predictSentenceForKnowledgeBox, { query: { text: 'a', models: list(10, String) } })).toEqual([]);
  });
});

describe('a batch of texts', () => {
  const smallest = { texts: ['The moon'] };

  it('is a list of texts, with a model where one is named', () => {
    expect(wireOf(SentencesPayload, smallest)).toEqual({ texts: 'list!', model: 'null text' });
    expect(faults(predictSentenceBatch, { body: { texts: [] } })).toEqual([]);
  });

  it.each([
    ['texts', list(500, () => 'a'), list(501, () => 'a'), tooMany(500)],
    ['texts.0', text(20_000), text(20_001), tooLong(20_000)],
    ['texts.0', '', 7, 'Input should be a valid string'],
    ['model', text(250), text(251), tooLong(250)],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => faults(predictSentenceBatch, { body: changed(smallest, at, value) });
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });
});

describe('vectors', () => {
  it('of one text are there twice: of the first model as data, and by model', () => {
    const file = `${__dirname}/sentence.dto.ts`;
    expect(membersOf(file, 'SentenceVectors')).toBe('data, time, vectors, timings, consumption|null');
    expect(membersOf(file, 'SentenceBatch')).toBe('vectors, time, timings, consumption|null');
  });
});
