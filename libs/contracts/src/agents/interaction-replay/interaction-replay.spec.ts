import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import { replayInteraction } from './interaction-replay.operations';

const UUID = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const file = `${__dirname}/interaction-replay.dto.ts`;

describe('the replay of an interaction', () => {
  it('is for owners of the agent, who wait up to two minutes', () => {
    expect(routesOf(replayInteraction)).toEqual({
      'POST /agent/{agent_id}/interaction/{interaction_id}/replay': '200 json; SOWNER of agent; sa user pat',
    });
    expect(conductOf(replayInteraction)).toEqual({ 'agents.timeline.replay': '120 s, generative' });
  });

  it('is named by the UUID of the interaction', () => {
    const named = (interaction_id: string) => faults(replayInteraction, { path: { agent_id: UUID, interaction_id } });
    expect(named(UUID)).toEqual([]);
    expect(named('first')).toEqual([expect.stringMatching(/^path\.interaction_id: /)]);
  });

  it('says what differs, what it took, and how it went', () => {
    expect(membersOf(file, 'InteractionReplay')).toBe('id, identical, differences, before, after, timeline');
    expect(membersOf(file, 'ReplayDifferences')).toBe('stage, added, removed, changed');
    expect(membersOf(file, 'ReplayChange')).toBe('id, what, before|null, after|null');
    expect(membersOf(file, 'ReplayFigures')).toBe('total_time, input_svc_tokens, output_svc_tokens');
  });
});
