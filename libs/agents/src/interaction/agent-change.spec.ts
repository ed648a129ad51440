import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import {
  type AgentDescription,
  type AgentReference,
  type KnowledgeBoxAccessQuery,
  readResources,
} from '@lectern/contracts/knowledge-box';
import { Metrics, Stopping } from '@lectern/runtime';
import { AgentDirectory } from '../agent/agent-directory';
import { AgentChangeHandlers } from './agent-change.handlers';
import { SessionMemory } from '../session/session-memory';
import { DeletionRounds } from './deletion-rounds';
import { FrameMemory } from './frame-memory';
import { InteractionRun } from './interaction-run';
import { OwnInteractions } from './own-interactions';

type Asked = Partial<AgentReference & KnowledgeBoxAccessQuery> & { readonly ids?: readonly string[] };

describe('a change of an agent', () => {
  /** Agents that exist, by id. */
  const titles = new Map<string, string>();
  /** Knowledge boxes that exist and are no agents. */
  const boxes = new Set<string>();
  let own: OwnInteractions;
  let agents: AgentDirectory;
  let handlers: AgentChangeHandlers;
  let rounds: DeletionRounds;
  /** Sessions that exist. */
  const sessions = new Set<string>();

  beforeEach(() => {
    const request = async ({ name }: { readonly name: string }, { body }: { readonly body: Asked }) =>
      name === readResources.name ? { resources: sessionsOf(body.ids ?? []) } : found(body);
    const bus = Object.assign(new InProcessBus(), { request });
    const stopping = new Stopping(0);
    stopping.begin();
    own = new OwnInteractions(stopping, new FrameMemory(new Metrics()));
    agents = new AgentDirectory(bus);
    handlers = new AgentChangeHandlers(agents, own);
    rounds = new DeletionRounds(agents, new SessionMemory(bus), own);
    titles.clear();
    boxes.clear();
    sessions.clear();
    for (const id of ['a', 'b']) titles.set(id, id);
  });
  afterEach(() => own.onModuleDestroy());

  function found({ id, kbid = '' }: Asked) {
    return id === undefined && boxes.has(kbid) ? { account: 'account' } : described(id ?? kbid);
  }

  function described(id: string): AgentDescription {
    const title = titles.get(id);
    if (title === undefined) throw new AppError('not_found', 'Agent does not exist');
    return { id, account: 'account', slug: id, title, description: '', hasMemory: true };
  }

  function sessionsOf(ids: readonly string[]) {
    return Object.fromEntries(ids.filter((id) => sessions.has(id)).map((id) => [id, { id }]));
  }

  /** An interaction that runs until it is cancelled. */
  function running(agent: string, session?: string): InteractionRun {
    const run = new InteractionRun(`${agent}-run-${session}`);
    const ended = new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
    own.admit(run, { agent, caller: 'ada', ...(session !== undefined && { session }) });
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

  it('whose event was lost ends interactions with the next look, those of deleted agents and sessions only', async () => {
    sessions.add('kept').add('lost');
    const [ofLost, ofKept, ephemeral, other] = [running('a', 'lost'), running('a', 'kept'), running('a'), running('b')];
    await rounds.look();
    expect([ofLost, ofKept, ephemeral, other].map(({ signal }) => signal.aborted)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    sessions.delete('lost');
    titles.delete('b');
    await rounds.look();
    expect(ofLost.signal.reason).toMatchObject({ message: 'The session was deleted' });
    expect(other.signal.reason).toMatchObject({ message: 'The agent was deleted' });
    expect([ofKept, ephemeral].map(({ signal }) => signal.aborted)).toEqual([false, false]);
    expect([own.get(ofLost.id), own.get(other.id)]).toEqual([ofLost, undefined]);
  });

  it('lets questions to knowledge boxes run until their box is deleted', async () => {
    boxes.add('box');
    const run = running('box');
    await rounds.look();
    await handlers.changed({ kbid: 'box' });
    expect(run.signal.aborted).toBe(false);
    boxes.delete('box');
    await rounds.look();
    expect(run.signal.reason).toMatchObject({ message: 'The agent was deleted' });
  });

  it('that cannot be looked up ends nothing', async () => {
    const run = running('a');
    const broken = Object.assign(new InProcessBus(), {
      request: async () => Promise.reject(new AppError('unavailable', 'away')),
    });
    const away = new DeletionRounds(new AgentDirectory(broken), new SessionMemory(broken), own);
    await expect(away.look()).rejects.toThrow('away');
    expect(run.signal.aborted).toBe(false);
  });
});
