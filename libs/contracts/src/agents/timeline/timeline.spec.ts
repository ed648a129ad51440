import { membersOf } from '../../validation/answers.fixture';
import { above, below, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { interactionOutcomes, TimelinesQuery } from './timeline.dto';
import { getTimeline, listTimelines, removeOldTimelines } from './timeline.operations';

const UUID = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const file = `${__dirname}/timeline.dto.ts`;
const asked = (query: object) => faults(listTimelines, { query });

describe('the timeline of an interaction', () => {
  it('is for owners of the agent', () => {
    expect(routesOf(listTimelines, getTimeline)).toEqual({
      'GET /agent/{agent_id}/interactions': '200 json; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/interaction/{interaction_id}': '200 json; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(listTimelines, getTimeline))).toEqual(['10 s', '10 s']);
  });

  it('is named by the UUID of the interaction', () => {
    const named = (interaction_id: string) => faults(getTimeline, { path: { agent_id: UUID, interaction_id } });
    expect(named(UUID)).toEqual([]);
    expect(named('first')).toEqual([expect.stringMatching(/^path\.interaction_id: /)]);
  });

  it('is listed in parts of twenty, of all sessions unless one is named', () => {
    expect(wireOf(TimelinesQuery, {})).toEqual({ session: 'null text', before: 'null text', size: 'null whole = 20' });
    expect(received(listTimelines, { query: {} }).query).toEqual({ size: 20 });
    expect(asked({ session: 'ephemeral', before: UUID, size: '100' })).toEqual([]);
  });

  it.each([
    ['size', 101, above(100)],
    ['size', 0, below(1)],
    ['session', text(251), tooLong(250)],
  ])('takes a proper %s only', (name, value, fault) => {
    expect(asked({ [name]: String(value) })).toEqual([`query.${name}: ${fault}`]);
  });

  it('continues after an interaction, not after a text', () => {
    expect(asked({ before: 'first' })).toEqual([expect.stringMatching(/^query\.before: /)]);
  });

  it('has the members of a record of interactions, and below them steps, calls and what was read', () => {
    expect(membersOf(file, 'EndedInteraction')).toBe(
      'id, session_id, workflow, user|null, user_type, date, question, answer|null, outcome, error|null, total_time, ' +
        'input_svc_tokens, output_svc_tokens',
    );
    expect(membersOf(file, 'TimelineStep')).toBe(
      'module, title, agent_path, start, timeit, value|null, reason|null, input_svc_tokens, output_svc_tokens, ' +
        'error|null, calls',
    );
    expect(membersOf(file, 'TimelineCall')).toBe(
      'kind, start, seconds, model|null, source|null, kbid|null, input_tokens|null, output_tokens|null, paragraphs, ' +
        'learning_id|null, error|null',
    );
    expect(membersOf(file, 'TimelineContext')).toBe('source, agent, agent_id, chunks');
    expect(interactionOutcomes).toEqual(['answered', 'failed', 'cancelled']);
  });

  it('is forgotten within an hour of its time, even on a full disk', () => {
    expect(removeOldTimelines).toMatchObject({ every: { intervalMs: 3_600_000 }, worksWithoutRoom: true });
  });
});
