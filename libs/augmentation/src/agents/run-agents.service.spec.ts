import { InProcessBus } from '@lectern/bus';
import { AppError, isVisible, type Principal, type Visibility } from '@lectern/contracts/core';
import { AgentBoxes } from './agent-boxes';
import { AgentEngine } from './agent-engine';
import { AgentTaskRows } from './agent-task-rows';
import { RunAgentsService } from './run-agents.service';

const kbid = '11111111-1111-4111-8111-111111111111';
const reader: Principal = { kind: 'user', id: 'ann', roles: ['SMEMBER', 'READER'] };
const guest: Principal = { kind: 'user', id: 'eve', roles: ['READER'] };
const resources: Readonly<Record<string, { readonly groups: readonly string[]; readonly hidden: boolean }>> = {
  open: { groups: [], hidden: false },
  restricted: { groups: ['hr'], hidden: false },
  hidden: { groups: [], hidden: true },
};

/** Agents over the resources above, which are read like those of the other service; the box itself has no agents. */
function agents(): RunAgentsService {
  async function* stream(_: object, { body }: { body: { rslug?: string; visibility: Visibility } }) {
    const resource = resources[body.rslug ?? ''];
    if (!resource || !isVisible(resource, body.visibility)) throw new AppError('not_found', 'Resource not found');
    yield { resource: { rid: body.rslug, icon: '', labels: [], done: {}, failed: {} } };
  }
  const bus = Object.assign(new InProcessBus(), { stream });
  const rows: AgentTaskRows = Object.assign(Object.create(AgentTaskRows.prototype), { listEnabled: async () => [] });
  const engine: AgentEngine = Object.create(AgentEngine.prototype);
  return new RunAgentsService(rows, engine, new AgentBoxes(bus));
}

describe('agents that somebody runs over a resource', () => {
  const run = (rslug: string, principal: Principal) =>
    agents().onResource(
      { kbid, rslug, principal },
      { ids: [] },
      { box: { kbid, account: 'a' }, signal: new AbortController().signal },
    );

  it('read what the caller may see', async () => {
    for (const rslug of Object.keys(resources)) expect(await run(rslug, reader)).toEqual({ results: {} });
    expect(await run('open', guest)).toEqual({ results: {} });
  });

  it.each(['restricted', 'hidden', 'missing'])('find nothing for a guest where the resource is %s', async (rslug) => {
    await expect(run(rslug, guest)).rejects.toMatchObject({ code: 'not_found', message: 'Resource not found' });
  });

  it.each(['restricted', 'missing'])('find nothing for other groups where it is %s', async (rslug) => {
    const key: Principal = { kind: 'temporal', id: 'k', roles: ['SMEMBER', 'READER'], securityGroups: ['it'] };
    await expect(run(rslug, key)).rejects.toMatchObject({ code: 'not_found' });
  });
});
