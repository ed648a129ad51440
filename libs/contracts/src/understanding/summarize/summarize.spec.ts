import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, map, received, routesOf, text } from '../../validation/requests.fixture';
import { textPlaceholder } from '../../prediction/summary';
import { SummarizePayload } from './summarize.dto';
import { predictSummarize, summarizeTexts } from './summarize.operations';

const smallest = { resources: { one: { fields: { body: 'The moon pulls the sea.' } } } };
const faultsOf = (body: unknown) => faults(predictSummarize, { body });
const placeholder = 'Value error, The prompt must contain the {text} placeholder';

describe('summing texts up', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictSummarize, summarizeTexts)).toEqual({
      'POST /predict/summarize': '200 json; any of nothing; nua',
      'POST /predict/summarize/{kbid}': '200 json; any of kb; nua',
      'POST /kb/{kbid}/predict/summarize': '200 json; READER of kb; sa user pat eph',
    });
    expect(conductOf(predictSummarize)).toEqual({ 'understanding.predict.summarize': '120 s, generative' });
  });

  it('takes the texts of resources, and how they are summed up', () => {
    expect(wireOf(SummarizePayload, smallest)).toEqual({
      resources: 'object!',
      generative_model: 'null text',
      user_prompt: 'null text',
      summary_kind: "null 'simple' or 'extended'",
      user_id: 'null text = "system"',
    });
    expect(received(predictSummarize, { body: smallest }).body).toEqual({ ...smallest, user_id: 'system' });
  });

  it('takes no resource at all, and a resource without a text', () => {
    expect(faultsOf({ resources: {} })).toEqual([]);
    expect(faultsOf({ resources: { one: { fields: {} } } })).toEqual([]);
  });

  it.each([
    [{}, `body.resources: ${required}`],
    [{ resources: [] }, 'body.resources: Input should be a valid dictionary'],
    [{ resources: { one: {} } }, `body.resources.one.fields: ${required}`],
    [{ resources: { one: { fields: { a: null } } } }, 'body.resources.one.fields.a: Input should be a valid string'],
    [{ ...smallest, summary_kind: 'short' }, "body.summary_kind: Input should be 'simple' or 'extended'"],
    [{ ...smallest, user_prompt: 'Sum it up' }, `body.user_prompt: ${placeholder}`],
  ])('refuses %j', (body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });

  it.each([
    ['resources', map(100, () => ({ fields: {} })), map(101, () => ({ fields: {} })), tooMany(100, 'Dictionary')],
    ['resources.one.fields', map(1_000, () => ''), map(1_001, () => ''), tooMany(1_000, 'Dictionary')],
    ['resources.one.fields.body', text(2_097_152), text(2_097_153), tooLong(2_097_152)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['user_prompt', `{text}${text(99_994)}`, `{text}${text(99_995)}`, tooLong(100_000)],
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('counts an empty prompt as none', () => {
    expect([undefined, null, '', 'Of {text}'].map(textPlaceholder)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('summaries', () => {
  it('have the tokens of each, and one text for all', () => {
    const file = `${__dirname}/summarize.dto.ts`;
    expect(membersOf(file, 'Summaries')).toBe('resources, summary, consumption|null');
    expect(membersOf(file, 'ResourceSummary')).toBe('summary, tokens, input_tokens, output_tokens');
  });
});
