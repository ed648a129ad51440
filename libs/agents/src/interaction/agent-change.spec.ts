import { InProcessBus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import type { AgentDescription, AgentReference, KnowledgeBoxAccessQuery } from '@lectern/contracts/knowledge-box';
import { Stopping } from '@lectern/runtime';
import { AgentDirectory } from '../agent/agent-directory';
import { AgentChangeHandlers } from './agent-change.handlers';
import { InteractionRun } from './interaction-run';
import { OwnInteractions } from './own-interactions';

const principal = systemPrincipal;

describe('a change of an agent', () => {
  /** Agents that exist, by id. */
  const titles = new Map<string, string>();
  let own: OwnInteractions;
  let agents: AgentDirectory;
  let handlers: AgentChangeHandlers;

  beforeEach(() => {
    const request = async (
      _: unknown,
      { body }: { readonly body: Partial<AgentReference & KnowledgeBoxAccessQuery> },
    ) => described(body.id ?? body.kbid ?? '');
    const bus = Object.assign(new InProcessBus(), { request });
    const stopping = new Stopping(0);
    stopping.begin();
    own = new OwnInteractions(stopping);
    agents = new AgentDirectory(bus);
    handlers = new AgentChangeHandlers(agents, own);
    titles.clear();
    for (const id of ['a', 'b']) titles.set(id, id);
  });
  afterEach(() => own.onModuleDestroy());

  function described(id: string): AgentDescription {
    const title = titles.get(id);
    if (title === undefined) throw new AppError('not_found', 'Agent does not exist');
    return { id, account: 'account', slug: id, title, description: '', hasMemory: true };
  }

  /** An interaction that runs until it is cancelled. */
  function running(agent: string): InteractionRun {
    const run = new InteractionRun(`${agent}-run`, false);
    const ended = new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
    own.admit(run, agent, principal);
    own.begin(run, () => ended);
    return run;
  }

  it('that deletes it ends its interactions at once, and no others', async () => {
    const [mine, other] = [running('a'), running('b')];
    titles.delete('a');
    await handlers.changed({ kbid: 'a' });
    expect(mine.signal.reason).toMatchObject({ code: 'cancelled', message: 'The agent was deleted' });
    expect([own.get(mine.id), own.get(other.id)]).toEqual([undefined, other]);
    expect(other.signal.aborted).toBe(false);
  });

  it('of its settings lets interactions run, and is seen by those that follow', async () => {
    expect(await agents.get('a')).toMatchObject({ title: 'a' });
    const run = running('a');
    titles.set('a', 'Renamed');
    await handlers.changed({ kbid: 'a' });
    expect(run.signal.aborted).toBe(false);
    expect(await agents.get('a')).toMatchObject({ title: 'Renamed' });
  });
});
