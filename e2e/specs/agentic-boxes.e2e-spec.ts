import {
  changeAgenticConfig,
  changeAgenticSource,
  createAgenticConfig,
  createAgenticSource,
  deleteAgenticConfig,
  deleteAgenticSource,
  getAgenticConfig,
  getAgenticSource,
  type InteractionFrame,
  listAgenticConfigs,
  listAgenticSources,
} from '@lectern/contracts/agents';
import { createKnowledgeBoxEphemeralToken } from '@lectern/contracts/knowledge-box';
import { AgentSocket, type SocketOptions } from '../harness/agent-socket';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const FACT = 'The ibex climbs steep rocks in winter.';
const SECRET = 'The ibex of the vault wears a golden ring.';
const QUESTION = 'Where does the ibex climb?';

type Query = NonNullable<SocketOptions['query']>;

inStandalone('a knowledge box that answers as an agent', (mode) => {
  let box: KnowledgeBoxClient;

  beforeAll(async () => {
    box = await server(mode).createKnowledgeBox();
    const labelled = { usermetadata: { classifications: [{ labelset: 'topics', label: 'goats' }] } };
    await box.createResource({ title: 'Ibex', texts: { body: { body: FACT } }, ...labelled }, { wait: 'embedded' });
    const security = { access_groups: ['keepers'] };
    await box.createResource({ title: 'Vault', texts: { body: { body: SECRET } }, security }, { wait: 'embedded' });
    await box.api(createAgenticSource, {
      params: { id: 'goats' },
      body: { type: 'kbdb', description: 'Texts about goats', labels: ['topics/goats'] },
    });
    await box.api(createAgenticConfig, {
      params: { id: 'guide' },
      body: { title: 'Guide', smart_agent: { sources: ['goats'] } },
    });
    await box.api(createAgenticConfig, { params: { id: 'all' }, body: { title: 'All' } });
  });

  const open = (query: Query, headers: Readonly<Record<string, string>> = { ...box.client.credential }) =>
    AgentSocket.open(`${box.client.origin}/api/v1${box.path}/ask`, { headers, query });
  const asked = async (query: Query, question = QUESTION): Promise<readonly InteractionFrame[]> => {
    const socket = await open(query);
    socket.say({ question });
    await socket.closed;
    return socket.frames;
  };
  const answerOf = (frames: readonly InteractionFrame[]) => frames.findLast(({ answer }) => answer !== null)?.answer;

  it('rewrites the question, searches and sums up, and closes the socket', async () => {
    const frames = await asked({ agentic_config_id: 'guide' });
    expect(frames[0]).toMatchObject({ operation: 2 });
    expect(frames.at(-1)).toMatchObject({ operation: 3 });
    expect(answerOf(frames)).toContain('steep rocks');
    const modules = frames.flatMap(({ step }) => step?.module ?? []);
    expect([modules[0], modules.includes('smart'), modules.at(-1)]).toEqual(['rephrase', true, 'summarize']);
    expect(frames.map(({ seqid }) => seqid)).toEqual(frames.map((_, at) => at));
  });

  it('finds what the source has, and nothing else of the box', async () => {
    const seen = JSON.stringify(await asked({ agentic_config_id: 'guide' }, 'What does the ibex of the vault wear?'));
    expect(seen).not.toContain('golden ring');
    const all = JSON.stringify(await asked({ agentic_config_id: 'all' }, 'What does the ibex of the vault wear?'));
    expect(all).toContain('golden ring');
  });

  it('finds what a connection brought in, narrowed by its params', async () => {
    const brought = async (title: string, body: string, origin: object) =>
      box.createResource({ title, texts: { body: { body } }, origin }, { wait: 'embedded' });
    const place = { source_id: 'wiki-1', path: 'zoo/birds/owl' };
    await brought('Owl', 'The owl of the zoo sleeps in the clock tower.', { ...place, metadata: { space: 'ENG' } });
    await brought('Kiwi', 'The kiwi of the zoo sleeps in a drawer.', { ...place, source_id: 'wiki-2' });
    await brought('Emu', 'The emu of the zoo sleeps in a wardrobe.', { ...place, metadata: { space: 'OPS' } });
    const params = { path: 'zoo/birds', metadata: { space: 'ENG' } };
    await box.api(createAgenticSource, {
      params: { id: 'wiki' },
      body: { type: 'sync', connection: 'wiki-1', params },
    });
    expect(await box.api(getAgenticSource, { params: { id: 'wiki' } })).toMatchObject({ connection: 'wiki-1', params });
    const config = { title: 'Wiki', smart_agent: { sources: ['wiki'] } };
    await box.api(createAgenticConfig, { params: { id: 'wiki' }, body: config });
    const seen = async (animal: string) =>
      JSON.stringify(await asked({ agentic_config_id: 'wiki' }, `Where does the ${animal} of the zoo sleep?`));
    expect(await seen('owl')).toContain('clock tower');
    expect([await seen('emu'), await seen('kiwi')].join()).not.toMatch(/drawer|wardrobe/);
    await box.api(changeAgenticSource, { params: { id: 'wiki' }, body: { params: null } });
    expect(await seen('emu')).toContain('wardrobe');
    expect(await seen('kiwi')).not.toContain('drawer');
  });

  it('shows nobody what the groups of the person may not see', async () => {
    const question = 'What does the ibex of the vault wear?';
    const of = async (groups: readonly string[]) =>
      JSON.stringify(await asked({ agentic_config_id: 'all', groups }, question));
    expect(await of(['visitors'])).not.toContain('golden');
    expect(await of(['keepers'])).toContain('golden ring');
  });

  it('takes several questions on one socket, and tokens for browsers', async () => {
    const { token } = await box.api(createKnowledgeBoxEphemeralToken, { body: {} });
    const socket = await open({ agentic_config_id: 'guide', keep_open: true, 'eph-token': token }, {});
    for (const times of [1, 2]) {
      socket.say({ question: QUESTION });
      await socket.untilOperation(3, times);
    }
    socket.say({ question: '', operation: 1 });
    await socket.closed;
    expect(socket.frames.filter(({ answer }) => answer?.includes('steep rocks'))).toHaveLength(2);
  });

  it('continues when its socket breaks, for the same caller with the same question and groups', async () => {
    const query = { agentic_config_id: 'all', groups: ['keepers'] };
    const question = 'What does the ibex of the vault wear?';
    const broken = await open(query);
    broken.say({ question });
    await broken.untilOperation(2);
    const id = broken.frames[0]?.original_question_uuid;
    broken.client.terminate();
    const again = async (more: Query) => asked({ ...query, from_cursor: 1, ...more }, question);
    const frames = await again({});
    expect(frames.map(({ seqid }) => seqid)).toEqual(frames.map((_, at) => at + 1));
    expect(new Set(frames.map(({ original_question_uuid: one }) => one))).toEqual(new Set([id]));
    expect(answerOf(frames)).toContain('golden ring');
    const others = await again({ groups: ['guests'] });
    expect(others[0]).toMatchObject({ operation: 2, seqid: 0 });
    expect(JSON.stringify(others)).not.toContain('golden');
  });

  it('has sources outside of the box, whose secrets nobody sees, and which are called through egress only', async () => {
    const key = 'the-secret-of-the-source';
    // Nothing of this machine may be called but the site that never answers.
    const source = { type: 'mcp', description: 'Tools', uri: 'http://127.0.0.1:9/mcp', headers: { 'x-key': key } };
    await box.api(createAgenticSource, { params: { id: 'tools' }, body: source });
    const shown = await box.api(getAgenticSource, { params: { id: 'tools' } });
    expect(shown).toMatchObject({ type: 'mcp', uri: source.uri });
    expect(JSON.stringify([shown, await box.api(listAgenticSources)])).not.toContain(key);
    const send = (body: object) => box.client.send('PATCH', `${box.path}/sources/tools`, { body });
    expect((await send({ uri: 'http://127.0.0.1:10/mcp' })).status).toBe(422);
    expect((await send({ labels: ['topics/goats'] })).status).toBe(422);
    await box.api(createAgenticConfig, {
      params: { id: 'reaching' },
      body: { title: 'Reaching', smart_agent: { sources: ['tools', 'goats'] } },
    });
    const frames = await asked({ agentic_config_id: 'reaching' });
    expect(answerOf(frames)).toContain('steep rocks');
    const called = frames.flatMap(({ step }) => (step?.module === 'mcp' ? [step.error] : []));
    expect(called).toEqual([expect.stringContaining('not on the public internet')]);
    expect(JSON.stringify(frames)).not.toContain(key);
  });

  it('says so when there is no such configuration, or one of its sources is gone', async () => {
    const unknown = await open({ agentic_config_id: 'nothing' });
    await unknown.closed;
    expect(unknown.frames).toMatchObject([{ operation: 4, exception: { detail: expect.stringContaining('nothing') } }]);
    await box.api(createAgenticConfig, {
      params: { id: 'broken' },
      body: { title: 'Broken', smart_agent: { sources: ['gone'] } },
    });
    const broken = await open({ agentic_config_id: 'broken' });
    await broken.closed;
    expect(broken.frames).toMatchObject([{ operation: 4, exception: { detail: expect.stringContaining('gone') } }]);
  });

  it('has configurations and sources that are listed, changed and deleted', async () => {
    const id = 'draft';
    await box.api(createAgenticConfig, { params: { id }, body: { title: 'Draft' } });
    await box.api(changeAgenticConfig, {
      params: { id },
      body: { title: 'Final', summarize: { conversational: true } },
    });
    expect(await box.api(getAgenticConfig, { params: { id } })).toMatchObject({
      title: 'Final',
      rephrase: { history: true },
      summarize: { conversational: true },
    });
    expect(Object.keys(await box.api(listAgenticConfigs).then(({ configs }) => configs))).toContain(id);
    await box.api(deleteAgenticConfig, { params: { id } });
    await box.api(createAgenticSource, { params: { id }, body: { type: 'kbdb', labels: ['topics/goats'] } });
    await box.api(changeAgenticSource, { params: { id }, body: { description: 'Goats' } });
    expect(await box.api(getAgenticSource, { params: { id } })).toMatchObject({
      description: 'Goats',
      labels: ['topics/goats'],
    });
    expect(Object.keys(await box.api(listAgenticSources).then(({ sources }) => sources))).toContain(id);
    await box.api(deleteAgenticSource, { params: { id } });
    for (const path of ['agentic_configs', 'sources']) {
      const send = (method: string, body?: object) => box.client.send(method, `${box.path}/${path}/${id}`, { body });
      expect([path, (await send('GET')).status, (await send('DELETE')).status]).toEqual([path, 404, 404]);
      expect((await send('POST', { type: 'sync', source_id: 's', params: { folder: 'x' } })).status).toBe(422);
    }
    const again = await box.client.send('POST', `${box.path}/agentic_configs/guide`, { body: { title: 'Again' } });
    expect(again.status).toBe(409);
  });
});
