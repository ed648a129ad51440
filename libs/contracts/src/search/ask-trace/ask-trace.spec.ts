import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import { getAskTrace, replayAsk } from './ask-trace.operations';

const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const file = `${__dirname}/ask-trace.dto.ts`;

describe('the trace of a question', () => {
  it('is read by readers, and replayed by owners', () => {
    expect(routesOf(getAskTrace, replayAsk)).toEqual({
      'GET /kb/{kbid}/ask/trace/{learning_id}': '200 json; READER of kb; sa user pat',
      'POST /kb/{kbid}/ask/trace/{learning_id}/replay': '200 json; OWNER of kb; sa user pat',
    });
    expect(conductOf(getAskTrace, replayAsk)).toEqual({
      'search.ask.trace': '20 s',
      'search.ask.replay': '60 s, search, lane search',
    });
  });

  it('is named by the id of the answer: 32 hex digits, as the header has it', () => {
    const traced = (learning_id: string) => faults(getAskTrace, { path: { kbid, learning_id } });
    expect(traced('4ff5e06cd43f4ccc82eb8cf1c202b212')).toEqual([]);
    for (const id of ['unknown', '4FF5E06CD43F4CCC82EB8CF1C202B212', '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212', ''])
      expect(traced(id)).toEqual(["path.learning_id: String should match pattern '^[0-9a-f]{32}$'"]);
  });

  it('has each stage, and null for what only owners and managers see', () => {
    expect(membersOf(file, 'AskTraceAnswer')).toBe(
      'learning_id, date, request, rephrased_question|null, security_groups|null, retrievals, context, sentences|null, ' +
        'prompt|null, replayable',
    );
    expect(membersOf(file, 'TracedRetrieval')).toBe(
      'query, parameters, keyword, semantic, graph, fused, ranked, warnings',
    );
    expect(membersOf(file, 'TracedContext')).toBe('key, chars, digest, text?|null');
    expect(membersOf(file, 'TracedSentence')).toBe('status, start, end, sources');
    expect(membersOf(file, 'TracedPrompt')).toBe('system|null, user|null, question');
  });

  it('says of a replay what differs, stage by stage', () => {
    expect(membersOf(file, 'AskReplay')).toBe('learning_id, identical, differences, retrievals');
    expect(membersOf(file, 'StageDifferences')).toBe('stage, retrieval|null, added, removed, changed');
    expect(membersOf(file, 'StageChange')).toBe('id, what, before, after');
  });
});
