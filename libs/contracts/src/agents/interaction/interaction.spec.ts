import { AppError } from '../../core/errors';
import { membersOf } from '../../validation/answers.fixture';
import { nested, required, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { frameOperations, InteractionRequest } from './interaction.dto';
import { interactWithAgent } from './interaction.operations';

const question = 'Where does the ibex climb?';

describe('a question to an agent', () => {
  it('is asked by everyone with a role on the agent, also over a workflow', () => {
    expect(routesOf(interactWithAgent)).toMatchObject({
      'POST /agent/{agent_id}/session/{session}': expect.stringMatching(/^200 ndjson; .*; sa user pat eph$/),
      'POST /agent/{agent_id}/workflow/{workflow_id}/session/{session}': expect.stringMatching(
        /^200 ndjson; .*; sa user pat eph$/,
      ),
    });
    expect(Object.values(conductOf(interactWithAgent))).toEqual(['120 s, generative, needs room']);
  });

  it('that fails midway, such as by a lost right, ends with a whole frame after all others', () => {
    const frame = interactWithAgent.http?.failure?.(new AppError('forbidden', 'Forbidden'));
    expect(frame).toMatchObject({
      operation: 4,
      seqid: 2_147_483_647,
      exception: { detail: 'Forbidden', extra: null },
    });
    expect(Object.keys(Object(frame))).toHaveLength(18);
  });

  it('needs its text only', () => {
    expect(wireOf(InteractionRequest, { question })).toEqual({
      question: 'text!',
      headers: 'null object = {}',
      arguments: 'null object = {}',
      chat_history: 'null list',
      operation: 'null 0 or 1 = 0',
      streaming: 'null flag = false',
    });
    expect(received(interactWithAgent, { body: { question } }).body).toEqual({
      question,
      headers: {},
      arguments: {},
      operation: 0,
      streaming: false,
    });
    expect(faults(interactWithAgent, { body: {} })).toEqual([`body.question: ${required}`]);
  });

  const turns = (count: number) => list(count, () => ({ question: 'a', answer: 'b' }));
  it.each([
    ['headers', map(100, () => 'x'), map(101, () => 'x'), tooMany(100, 'Dictionary')],
    ['chat_history', turns(200), turns(201), tooMany(200)],
    ['arguments', nested(64), nested(65), tooDeep(64)],
  ])('takes proper %s only', (at, good, bad, fault) => {
    const faultsOf = (value: unknown) => faults(interactWithAgent, { body: { question, [at]: value } });
    expect([faultsOf(good), faultsOf(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('may be empty, and has a length', () => {
    expect(faults(interactWithAgent, { body: { question: '' } })).toEqual([]);
    expect(faults(interactWithAgent, { body: { question: text(20_000) } })).toEqual([]);
    expect(faults(interactWithAgent, { body: { question: text(20_001) } })).toEqual([
      `body.question: ${tooLong(20_000)}`,
    ]);
  });

  it('names its workflow in the query, too', () => {
    expect(received(interactWithAgent, { query: { workflow_id: 'w' }, body: { question } }).query).toEqual({
      workflow_id: 'w',
    });
    expect(faults(interactWithAgent, { query: { workflow_id: 'a b' }, body: { question } })).toEqual([
      expect.stringMatching(/^query\.workflow_id: /),
    ]);
  });
});

describe('a frame', () => {
  const file = `${__dirname}/interaction.dto.ts`;

  it('has eighteen members, and a number for its kind', () => {
    const members = membersOf(file, 'InteractionFrame').split(', ');
    expect(members.map((name) => name.replace('|null', ''))).toEqual([
      'exception',
      'answer',
      'answer_citations',
      'answer_urls',
      'agent_request',
      'generated_text',
      'step',
      'possible_answer',
      'context',
      'operation',
      'seqid',
      'original_question_uuid',
      'actual_question_uuid',
      'feedback',
      'oauth',
      'data_visualizations',
      'streaming_response_chunk',
      'reasoning',
    ]);
    expect(members.filter((name) => !name.endsWith('|null'))).toEqual(['operation', 'seqid']);
    expect(frameOperations).toEqual({
      answer: 0,
      quit: 1,
      start: 2,
      done: 3,
      error: 4,
      agent_request: 5,
      answer_chunk: 6,
      reasoning: 7,
    });
  });

  it.each([
    [
      'FrameStep',
      'original_question_uuid, actual_question_uuid, module, title, value|null, agent_path, reason|null, ' +
        'timeit, input_svc_tokens, output_svc_tokens, error|null, metadata|null',
    ],
    [
      'FrameContext',
      'id, original_question_uuid, actual_question_uuid, question, chunks, images, image_urls, prompts, ' +
        'structured, json_objects, source, agent, agent_id, summary|null, title|null, missing|null, citations|null, ' +
        'citations_id|null',
    ],
    [
      'FrameChunk',
      'chunk_id, title|null, source|null, text, labels, url, metadata|null, action|null, ' +
        'origin_url|null, origin_agent|null',
    ],
    [
      'PossibleAnswer',
      'answer, original_question_uuid, actual_question_uuid, module, agent_path, ' +
        'data_visualizations|null, citations|null, chunks|null, structured|null, images|null, image_urls|null',
    ],
    ['FrameException', 'detail, extra|null'],
    ['TextPiece', 'text, last'],
    ['CitedContext', 'context_id, chunk_index|null, origin_urls'],
  ])('may have a %s', (name, members) => {
    expect(membersOf(file, name)).toBe(members);
  });
});
