import {
  addPrompt,
  addWorkflow,
  contextOperations,
  deleteInteractionsDownload,
  fetchAgentExport,
  fetchInteractionsFile,
  generationOperations,
  getInteractionsDownload,
  importAgent,
  listDrivers,
  listInteractionsDownloads,
  listPrompts,
  listTimelines,
  listWorkflows,
  requestAgentExport,
  requestInteractionsDownload,
} from '@lectern/contracts/agents';
import { updateKnowledgeBoxUsers } from '@lectern/contracts/knowledge-box';
import { caller, type Mode, server } from '../harness/modes';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asCaller, asRole } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { mailsTo } from '../harness/mails';
import { TestAgent } from '../harness/test-agent';
import { newUser, type User } from '../harness/users';

const FACT = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';
const PASSPHRASE = 'correct horse battery staple';
const LINK = /\/export\/([0-9a-f-]{36})\?token=([0-9A-Za-z_-]+)/;

/** A form with a file, and its header. */
async function form(parts: Readonly<Record<string, string | Buffer>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), 'agent.bin');
  }
  const request = new Request('http://localhost', { method: 'POST', body: data });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return { raw: Buffer.from(await request.arrayBuffer()), headers };
}

/** A box to ask, an agent with modules and a workflow, and an owner of it who is a user. */
async function world(mode: Mode) {
  const source = await server(mode).createKnowledgeBox();
  await source.createResource({ title: 'Ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
  const agent = await TestAgent.create(source.client, { animals: source });
  await agent.api(contextOperations.add, { body: { module: 'basic_ask', sources: ['animals'], title: 'Animals' } });
  await agent.api(generationOperations.add, { body: { module: 'summarize', title: 'Answer' } });
  await agent.api(addWorkflow, { body: { id: 'short', name: 'Short', rules: ['Be brief.'] } });
  await agent.api(addPrompt, { body: { name: 'greet', prompt: 'Greet {name}.' } });
  const user = await newUser(mode);
  await agent.box.api(updateKnowledgeBoxUsers, { body: { add: [{ id: user.id, role: 'SOWNER' }] } });
  return { source, agent, user, owned: agent.as(asCaller(agent.box, user.credential).client) };
}

/** Id and token of the link that was mailed. */
async function linkTo(mode: Mode, { email }: User): Promise<{ export_id: string; token: string }> {
  const mail = await until(async () => (await mailsTo(mode, email)).at(0), 'the link is mailed');
  expect(mail.subject).toMatch(/^Export of /);
  const [, export_id = '', token = ''] = LINK.exec(mail.text) ?? [];
  return { export_id, token };
}

inStandalone('an agent as a file, %s', (mode) => {
  let agent: TestAgent;
  let owned: TestAgent;
  let user: User;
  let source: KnowledgeBoxClient;
  let file: Buffer;

  beforeAll(async () => {
    ({ agent, owned, user, source } = await world(mode));
  });

  const into = async (target: TestAgent, parts: Readonly<Record<string, string | Buffer>>) => {
    const { raw, headers } = await form(parts);
    return target.box.client.send('POST', `/agent/${target.id}/import`, { raw, headers });
  };

  it('is encrypted with a passphrase of 16 characters, for users only, whom the link is mailed to', async () => {
    const short = await owned.send('POST', '/export', { passphrase: 'x'.repeat(15) });
    expect([short.status, short.body]).toMatchObject([422, { detail: [{ loc: ['body', 'passphrase'] }] }]);
    const keyed = agent.as((await asRole(agent.box, 'SOWNER')).client);
    expect((await keyed.send('POST', '/export', { passphrase: PASSPHRASE })).status).toBe(403);
    expect(await owned.api(requestAgentExport, { body: { passphrase: PASSPHRASE } })).toBeNull();
    const { export_id, token } = await linkTo(mode, user);
    const params = { agent_id: agent.id, export_id };
    file = await until(
      () =>
        caller(mode)
          .api.download(fetchAgentExport, { params, query: { token } })
          .catch(() => undefined),
      'the link works',
    );
    expect(file.subarray(16, 20).toString('latin1')).toBe('gAAA');
    expect(file.toString('latin1')).not.toContain('animals');
    // The file goes when all of it was received, which the client knows a moment before the server.
    const again = await until(async () => {
      const got = await caller(mode).send('GET', `/agent/${agent.id}/export/${export_id}?token=${token}`);
      return got.status === 200 ? undefined : got;
    }, 'the link is used up');
    expect([again.status, again.body]).toMatchObject([404, { detail: expect.stringContaining('used') }]);
  });

  it('becomes another agent that answers alike', async () => {
    const copy = await TestAgent.create(source.client);
    const { raw, headers } = await form({ file, passphrase: PASSPHRASE });
    const given = { params: { agent_id: copy.id }, headers };
    expect(await copy.box.client.api.upload(importAgent, raw, given)).toBeNull();
    expect((await copy.api(listWorkflows)).workflows).toEqual((await agent.api(listWorkflows)).workflows);
    const { drivers } = await copy.api(listDrivers);
    expect(drivers).toMatchObject([{ config: { identifier: 'animals', provider: 'kbdb', config: { key: null } } }]);
    expect((await copy.api(listPrompts)).prompts).toMatchObject([{ name: 'greet', prompt: 'Greet {name}.' }]);
    const frames = await copy.frames({ body: { question: QUESTION } });
    expect(frames.at(-2)).toMatchObject({ answer: expect.stringContaining('steep rocks') });
  });

  it('is refused where something is, unless that is to be replaced', async () => {
    const before = await agent.api(listDrivers);
    const refused = await into(agent, { file, passphrase: PASSPHRASE });
    expect([refused.status, refused.body]).toMatchObject([409, { detail: expect.stringContaining('already has') }]);
    expect(await agent.api(listDrivers)).toEqual(before);
    await agent.api(addWorkflow, { body: { id: 'more', name: 'More' } });
    expect(await into(agent, { file, passphrase: PASSPHRASE, overwrite: 'true' })).toMatchObject({ status: 200 });
    const ids = (await agent.api(listWorkflows)).workflows.map(({ id }) => id);
    expect(ids).toEqual(['default', 'short']);
  });

  it('is refused with another passphrase, damaged, too large, or as another form', async () => {
    const empty = await TestAgent.create(source.client);
    const cut = file.subarray(0, file.length - 40);
    const large = Buffer.alloc(10 * 1024 ** 2 + 1);
    const forms: readonly Readonly<Record<string, string | Buffer>>[] = [
      { file, passphrase: 'another passphrase' },
      { file: cut, passphrase: PASSPHRASE },
      { file: large, passphrase: PASSPHRASE },
      { file },
      { passphrase: PASSPHRASE },
      { file, passphrase: PASSPHRASE, overwrite: 'perhaps' },
      { file: 'text', passphrase: PASSPHRASE },
    ];
    const statuses = await Promise.all(forms.map(async (parts) => (await into(empty, parts)).status));
    expect(statuses).toEqual([400, 400, 413, 422, 422, 422, 422]);
    expect((await empty.send('POST', '/import', { passphrase: PASSPHRASE })).status).toBe(415);
    expect(await empty.api(listDrivers)).toEqual({ drivers: [] });
  });
});

inStandalone('files of the interactions of an agent, %s', (mode) => {
  let agent: TestAgent;

  beforeAll(async () => {
    ({ agent } = await world(mode));
    await agent.frames({ body: { question: QUESTION } });
    await agent.frames({ body: { question: '=SUM(1)' } });
    await until(
      async () => ((await agent.api(listTimelines)).interactions.length === 2 ? true : undefined),
      'both are recorded',
    );
  });

  const now = new Date();
  const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
  const written = async (accept: string) => {
    const headers = { accept };
    const { id } = await agent.api(requestInteractionsDownload, { body: month, headers });
    return until(async () => {
      const download = await agent.api(getInteractionsDownload, { params: { request_id: id } });
      return download.status === 'ready' ? download : undefined;
    }, 'the file is written');
  };

  it('are written for a month, and fetched without credentials by a signed address', async () => {
    const { id, download_url, query } = await written(' application/x-ndjson');
    expect(query).toEqual({ session_id: null, ...month });
    const signature = new URL(download_url ?? '').searchParams.get('signature') ?? '';
    const params = { agent_id: agent.id, request_id: id };
    const text = (await caller(mode).api.download(fetchInteractionsFile, { params, query: { signature } })).toString();
    const rows = text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows).toMatchObject([
      { session_id: 'ephemeral', workflow: 'default', question: QUESTION, error: null, total_time: expect.any(Number) },
      { question: '=SUM(1)' },
    ]);
    const wrong = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const forged = await caller(mode).send('GET', `${download_url?.replace(signature, wrong)}`);
    expect(forged.status).toBe(404);
  });

  it('are tables whose formulas no program runs', async () => {
    const { download_url } = await written('text/csv');
    const { body } = await caller(mode).send('GET', `${download_url}`);
    expect(String(body).split('\r\n')[0]).toMatch(/^id,session_id,.*,question,answer,/);
    expect(String(body)).toContain(`,'=SUM(1),`);
  });

  it('are listed, newest first, until they are deleted', async () => {
    const { downloads } = await agent.api(listInteractionsDownloads);
    expect(downloads.map(({ type, status, query }) => [type, status, query.year])).toEqual(
      downloads.map(() => ['interactions', 'ready', month.year]),
    );
    const [first] = downloads;
    await agent.api(deleteInteractionsDownload, { params: { request_id: first?.id ?? '' } });
    expect((await agent.api(listInteractionsDownloads)).downloads).toEqual(downloads.slice(1));
    expect((await caller(mode).send('GET', `${first?.download_url}`)).status).toBe(404);
    expect((await agent.send('GET', `/audit/download_request/${first?.id}/status`)).status).toBe(404);
  });

  it('are refused for months that there are not, and in other forms', async () => {
    const wrong = await agent.send('POST', '/audit/interactions/download', { month: 13 });
    expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'month'] }] } });
    const headers = { accept: 'application/pdf' };
    const path = `/agent/${agent.id}/audit/interactions/download`;
    expect((await agent.box.client.send('POST', path, { body: {}, headers })).status).toBe(406);
  });
});
