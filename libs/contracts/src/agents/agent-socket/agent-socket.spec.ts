import { AppError, invalidRequest } from '../../core/errors';
import type { SocketVisit } from '../../core/socket';
import { validate } from '../../validation/validate';
import { frameOf } from '../interaction/interaction.dto';
import { AgentSocketQuery } from './agent-socket.dto';
import { openAgentSocket } from './agent-socket.operations';

type Visit = Parameters<NonNullable<typeof openAgentSocket.refuses>>[1];

const agent_id = '00000000-0000-4000-8000-000000000001';
const noted = { id: 'q', seqid: 4, asked: false, awaits: false, isOver: false };

function visitOf(more: Partial<Visit> = {}): Visit {
  const query = Object.assign(new AgentSocketQuery(), more.query);
  return { params: { agent_id, session: 's' }, headers: {}, begun: 0, running: [], ...more, query };
}

/** What is said about a message of this kind. */
const refusal = (kind: string, visit: Visit) => openAgentSocket.refuses?.({ kind, message: {} }, visit)?.code;
const busy = (of: Partial<typeof noted> = {}, kind = 'question') => ({
  running: [{ kind, noted: { ...noted, ...of } }],
});

describe('a socket of an agent', () => {
  it('tells messages apart by their members', () => {
    const { kindOf } = openAgentSocket;
    const said = [{ question: 'Why?' }, { request_id: 'r' }, { question: '', operation: 1 }, {}, { operation: 0 }];
    expect(said.map((one) => kindOf?.(one))).toEqual(['question', 'answer', 'end', 'question', 'question']);
  });

  it('takes a question while nothing runs, an answer while the user was asked, and an end at any time', () => {
    expect(refusal('question', visitOf())).toBeUndefined();
    expect(refusal('answer', visitOf())).toBe('invalid_request');
    expect(refusal('question', visitOf(busy()))).toBe('conflict');
    expect(refusal('answer', visitOf(busy()))).toBe('conflict');
    expect(refusal('question', visitOf(busy({ asked: true, awaits: true })))).toBe('invalid_request');
    expect(refusal('answer', visitOf(busy({ asked: true })))).toBeUndefined();
    expect(refusal('question', visitOf(busy({ isOver: true })))).toBeUndefined();
    expect(refusal('end', visitOf(busy()))).toBeUndefined();
  });

  it('lets the first question pass where an interaction is followed, since it may be that of the interaction', () => {
    const following = { ...busy({}, 'begins'), query: { from_cursor: 3 } as AgentSocketQuery }; // Completed above.
    expect(refusal('question', visitOf(following))).toBeUndefined();
    expect(refusal('question', visitOf({ ...following, begun: 1 }))).toBe('conflict');
  });

  it('says of a refusal what the last number was, and of an interaction that is lost the next one', () => {
    const visit = visitOf(busy());
    const ids = { original_question_uuid: 'q', actual_question_uuid: 'q' };
    const shown = (error: AppError, kind: string, at: Visit = visit) => openAgentSocket.failure(error, kind, at);
    const wrong = [{ type: 'missing', loc: ['body', 'question'], msg: 'Field required' }];
    const invalid = { detail: 'Invalid request payload', extra: { validation_errors: wrong } };
    expect(shown(invalidRequest(wrong), 'question')).toEqual(frameOf('error', 4, { ...ids, exception: invalid }));
    const lost = { detail: 'Agent has stopped responding. Please, try again.', extra: null };
    const gone = new AppError('unavailable', 'gone');
    expect(shown(gone, 'question')).toEqual(frameOf('error', 5, { ...ids, exception: lost }));
    const unable = { detail: 'Unable to start agent', extra: null };
    expect(shown(gone, 'question', visitOf())).toEqual(frameOf('error', 0, { exception: unable }));
    expect(Object.keys(Object(shown(gone, 'question')))).toHaveLength(18);
  });

  it('closes after an interaction unless it is kept open', () => {
    const { messages } = openAgentSocket;
    const { question } = messages;
    if (!question || !('calls' in question)) throw new Error('There is no question');
    const done = { message: {}, last: frameOf('done', 5) };
    // Calls of any socket take visits of any kind.
    const closes = (query: object) => question.closes?.(done, visitOf({ query } as Partial<Visit>) as SocketVisit);
    expect([closes({}), closes({ keep_open: true })]).toEqual([true, false]);
    expect(
      question.closes?.({ message: {}, error: new AppError('rate_limited', 'Later') }, visitOf() as SocketVisit),
    ).toBe(false);
  });

  it('reads its query', () => {
    const query = { keep_open: 'true', create_session_if_not_exists: 'false', from_cursor: '7' };
    expect(validate(AgentSocketQuery, query, ['query'])).toMatchObject({
      keep_open: true,
      create_session_if_not_exists: false,
      from_cursor: 7,
    });
    expect(validate(AgentSocketQuery, {}, ['query'])).toMatchObject({
      keep_open: false,
      create_session_if_not_exists: true,
    });
    expect(() => validate(AgentSocketQuery, { from_cursor: '-1' }, ['query'])).toThrow();
  });
});
