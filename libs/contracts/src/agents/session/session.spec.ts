import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { SessionPayload, SessionsQuery } from './session.dto';
import { createSession, deleteSession, getSession, listSessions, patchSession } from './session.operations';

const whole = { slug: 's', name: 'S', summary: '', data: '', format: 'PLAIN' };
const formats = "'PLAIN', 'HTML', 'RST', 'MARKDOWN', 'JSON', 'KEEP_MARKDOWN', 'JSONL' or 'PLAIN_BLANKLINE_SPLIT'";

describe('a session', () => {
  it('is the business of owners of the agent, and always answered with JSON', () => {
    const operations = [createSession, listSessions, getSession, patchSession, deleteSession];
    const item = '/agent/{agent_id}/session/{session}';
    expect(routesOf(...operations)).toEqual({
      'POST /agent/{agent_id}/sessions': '200 json; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/sessions': '200 json; SOWNER of agent; sa user pat',
      [`GET ${item}`]: '200 json; SOWNER of agent; sa user pat',
      [`PATCH ${item}`]: '200 null; SOWNER of agent; sa user pat',
      [`DELETE ${item}`]: '200 null; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual([
      '60 s, needs room',
      '60 s',
      '60 s',
      '60 s, needs room',
      '60 s',
    ]);
  });

  it('needs all of its members, when it is new and when it is changed', () => {
    expect(wireOf(SessionPayload, whole)).toEqual({
      slug: 'text!',
      name: 'text!',
      summary: 'text!',
      data: 'text!',
      format: `${formats}!`,
    });
    const missing = ['slug', 'name', 'summary', 'data', 'format'].map((name) => `body.${name}: ${required}`);
    expect(faults(createSession, { body: {} })).toEqual(missing);
    expect(faults(patchSession, { body: {} })).toEqual(missing);
    expect(received(createSession, { body: { ...whole, other: 1 } }).body).toEqual(whole);
  });

  it.each([
    ['name', text(2_048), text(2_049), tooLong(2_048)],
    ['slug', 'my-session_1', 'my session', expect.stringContaining('String should match pattern')],
    ['format', 'MARKDOWN', 'markdown', `Input should be ${formats}`],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) =>
      faults(createSession, { body: changed(whole, at, value) }).map((one) => one.replace(`body.${at}: `, ''));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [fault]]);
  });

  it('is named by id or slug', () => {
    const agent_id = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
    const faultsOf = (session: string) => faults(getSession, { path: { agent_id, session } });
    expect([faultsOf('s'), faultsOf(text(250))]).toEqual([[], []]);
    expect(faultsOf(text(251))).toEqual([`path.session: ${tooLong(250)}`]);
  });

  it('is listed by pages from 0, whose size has two names', () => {
    expect(wireOf(SessionsQuery, {})).toEqual({ page: 'null whole = 0', size: 'null whole', page_size: 'null whole' });
    expect(received(listSessions, { query: { page: '2', page_size: '50' } }).query).toEqual({ page: 2, page_size: 50 });
    expect(faults(listSessions, { query: { page: '-1', size: '0', page_size: '201' } })).toEqual([
      `query.page: ${below(0)}`,
      `query.size: ${below(1)}`,
      `query.page_size: ${above(200)}`,
    ]);
  });

  it('is answered with its id when it is new', () => {
    expect(membersOf(`${__dirname}/session.dto.ts`, 'SessionCreated')).toBe('uuid, elapsed, seqid');
  });
});
