import type { ScriptedProvider } from '@lectern/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import type { Deployment } from '../harness/deployment';
import { inEmbeddedModes } from '../harness/embedded-modes';
import { startWithProvider } from '../harness/with-provider';

const QUESTION = 'Where does the ibex climb?';
/** The model is silent for longer than any test waits. */
const SILENCE_MS = 120_000;

inEmbeddedModes('a client of an MCP server or of an agent that hangs up, %s', (mode) => {
  let provider: ScriptedProvider;
  let deployment: Deployment;
  let root: Client;
  let box: KnowledgeBoxClient;
  let agent: KnowledgeBoxClient;

  beforeAll(async () => {
    ({ provider, deployment } = await startWithProvider(mode, { key: 'provider-key', timeoutMs: SILENCE_MS }));
    root = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    box = await root.createKnowledgeBox();
    const texts = { body: { body: 'The ibex climbs steep rocks in winter.' } };
    await box.createResource({ title: 'Ibex', texts }, { wait: 'embedded' });
    agent = await root.createKnowledgeBox({ mode: 'agent_no_memory' });
    await root.send('POST', `/agent/${agent.id}/context`, { body: { module: 'static_string', data: 'Ibexes climb.' } });
    await root.send('POST', `/agent/${agent.id}/generation`, { body: { module: 'generate', prompt: 'Answer.' } });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await provider.close();
  });
  beforeEach(() => void provider.calls.splice(0));

  it.each([
    ['a box', () => `${box.path}/mcp`, calling({ name: 'search_documents', arguments: { query: QUESTION } })],
    ['an agent', () => `/agent/${agent.id}/session/ephemeral/mcp`, calling({ name: 'default' })],
    [
      'an agent whose steps it follows',
      () => `/agent/${agent.id}/session/ephemeral/mcp`,
      calling({ name: 'default', _meta: { progressToken: 1 } }),
    ],
    ['an agent as a model', () => `/agent/${agent.id}/compat/chat/completions`, asking(false)],
    ['an agent as a model that streams', () => `/agent/${agent.id}/compat/chat/completions`, asking(true)],
  ])('ends what runs for it, of %s', async (_, path, body) => {
    provider.answerWith(() => ({ stallAfter: 0 }));
    const leaving = new AbortController();
    const call = fetch(`${deployment.origin}/api/v1${path()}`, {
      method: 'POST',
      headers: {
        ...root.credential,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).then((answer) => answer.text());
    call.catch(() => undefined);
    while (provider.calls.length === 0) await sleep(20);
    leaving.abort();
    await expect(call).rejects.toThrow();
    expect(await provider.calls[0]?.closed).toBe(true);
  });
});

function calling(params: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

function asking(stream: boolean): object {
  return { messages: [{ role: 'user', content: QUESTION }], stream };
}
