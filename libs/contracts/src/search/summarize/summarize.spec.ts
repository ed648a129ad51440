import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { SummarizeRequest } from './summarize.dto';
import { NOTHING_TO_SUMMARIZE, nothingToSummarizeYet, summarizeResources } from './summarize.operations';

const smallest = { resources: ['tides'] };
const faultsOf = (body: unknown) => faults(summarizeResources, { body });
const file = `${__dirname}/summarize.dto.ts`;

describe('summing resources up', () => {
  it('is for readers', () => {
    expect(routesOf(summarizeResources)).toEqual({
      'POST /kb/{kbid}/summarize': '200 json; READER of kb; sa user pat eph',
    });
    expect(conductOf(summarizeResources)).toEqual({ 'search.summarize': '120 s, generative, lane ask' });
  });

  it('has refusals in the words that clients compare with', () => {
    expect(summarizeResources.http?.unknownBox).toBe('Knowledge box not found');
    expect(NOTHING_TO_SUMMARIZE).toBe('Could not summarize: No resources or extracted text found.');
    expect(nothingToSummarizeYet(['a', 'b'])).toBe(
      'Could not summarize: No resources or extracted text found. Not processed yet: a, b',
    );
  });

  it('needs a resource, by its id or slug', () => {
    expect(wireOf(SummarizeRequest, smallest)).toEqual({
      resources: 'list!',
      generative_model: 'null text',
      user_prompt: 'null text',
      summary_kind: "null 'simple' or 'extended' = \"simple\"",
    });
    expect(received(summarizeResources, { body: smallest })).toEqual({
      header: { 'x-show-consumption': false },
      body: { ...smallest, summary_kind: 'simple' },
    });
  });

  it.each([
    ['resources', ['a'], undefined, required],
    ['resources', ['a'], [], tooFew(1)],
    ['resources', list(100, String), list(101, String), tooMany(100)],
    ['resources.0', text(250), text(251), tooLong(250)],
    ['resources.0', 'a', '', empty],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['user_prompt', 'Of {text}', 'Of it', 'Value error, The prompt must contain the {text} placeholder'],
    ['user_prompt', `{text}${text(99_994)}`, `{text}${text(99_995)}`, tooLong(100_000)],
    ['summary_kind', 'extended', 'long', "Input should be 'simple' or 'extended'"],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('says which resources are not processed, and leaves that out when all are', () => {
    expect(membersOf(file, 'SummarizedKnowledge')).toBe('resources, not_processed?, summary, consumption|null');
    expect(membersOf(file, 'SummaryOfResource')).toBe('summary, tokens');
  });
});
