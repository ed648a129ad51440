import { conductOf, routesOf } from '../../validation/requests.fixture';
import { purgeAgent, purgeAgentAgain } from './agent-purge.operations';

describe('the purge of a deleted agent', () => {
  it('is asked for by services only, and tried until it has worked, also while the disk is full', () => {
    expect(routesOf(purgeAgent)).toEqual({});
    expect(conductOf(purgeAgent)).toEqual({ 'agents.agent.purge': '30 s' });
    expect(purgeAgentAgain).toMatchObject({ attemptsMax: 25, worksWithoutRoom: true });
  });
});
