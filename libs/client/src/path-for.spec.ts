import { endpointsOf } from '@lectern/contracts/core';
import { pathFor } from './path-for';

const BY_ID = '/kb/{kbid}/resource/{rid}';
const BY_SLUG = '/kb/{kbid}/slug/{rslug}';
const endpoints = endpointsOf({ name: 'get', http: { path: [BY_ID, BY_SLUG] } });

describe('the path of a call', () => {
  it.each([
    [{ kbid: 'k', rid: 'r' }, BY_ID],
    [{ kbid: 'k', rslug: 's' }, BY_SLUG],
    [{ kbid: 'k', rid: 'r', rslug: 's' }, BY_ID],
    [{ kbid: 'k', rid: undefined, rslug: 's' }, BY_SLUG],
  ])('for %j is %s', (params, path) => {
    expect(pathFor(endpoints, params)).toBe(path);
  });

  it('uses all parameters that one path has', () => {
    const ofAgent = '/agent/{agent_id}/rules';
    const ofWorkflow = '/agent/{agent_id}/workflow/{workflow_id}/rules';
    const both = endpointsOf({ name: 'rules', http: { path: [ofAgent, ofWorkflow] } });
    expect(pathFor(both, { agent_id: 'a' })).toBe(ofAgent);
    expect(pathFor(both, { agent_id: 'a', workflow_id: 'w' })).toBe(ofWorkflow);
  });

  it('is the main one when parameters are missing', () => {
    expect(pathFor(endpoints, { kbid: 'k' })).toBe(BY_ID);
  });
});
