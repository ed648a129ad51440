import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { A2aConfig, A2aModuleConfig } from '@lectern/contracts/agents';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { testRun } from '../../../engine/module-run.fixture';
import { a2a } from './a2a';

const question = { id: 'q', text: 'Where does the ibex climb?' };
const status = (state: string, parts?: readonly object[]) => ({
  state: `TASK_STATE_${state}`,
  ...(parts && { message: { messageId: 'm', role: 'ROLE_AGENT', parts } }),
});
const task = (more: object = {}) => ({ id: 't', contextId: 'c', status: status('COMPLETED'), ...more });
const answering = (...parts: readonly object[]) => task({ artifacts: [{ artifactId: 'a', parts }] });

interface Sent {
  readonly method: string;
  readonly params: {
    readonly message?: { readonly parts: unknown; readonly metadata: unknown; readonly taskId: string };
  };
}

describe('the module a2a', () => {
  const sent: Sent[] = [];
  const headers: Record<string, unknown>[] = [];
  let server: Server;
  let host: string;
  let web: Egress;
  let card: object;
  /** Results, one after the other; the last one again. */
  let results: unknown[];
  /** Instead of everything. */
  let raw: string | undefined;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      headers.push(request.headers);
      const body = await text(request);
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return response.end(JSON.stringify(card));
      const message = JSON.parse(body) as Sent & { readonly id: unknown };
      sent.push(message);
      const result = results.length > 1 ? results.shift() : results[0];
      return response.end(raw ?? JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object.
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    web = new Egress(new Guard(new AllowList([host])));
  });
  beforeEach(() => {
    sent.length = 0;
    headers.length = 0;
    raw = undefined;
    card = cardAt(`http://${host}/a2a`);
    results = [{ task: answering({ text: 'It climbs steep rocks.' }) }];
  });
  afterAll(async () => {
    await web.onApplicationShutdown();
    server.close();
  });

  function cardAt(url: string): object {
    const capabilities = { streaming: false };
    const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    return { name: 'Zoo', description: 'Animals', version: '1', capabilities, supportedInterfaces };
  }
  const configOf = (members: Partial<A2aModuleConfig> = {}) =>
    Object.assign(new A2aModuleConfig(), { module: 'a2a', source: 'zoo', max_retries: 0, ...members });
  const runOf = (driver: Partial<A2aConfig> = {}, answers: readonly string[] = [], callers: object = {}) => {
    const config = { ...Object.assign(new A2aConfig(), { endpoint: host, use_tls: false, ...driver }) };
    const drivers = [{ identifier: 'zoo', provider: 'a2a', config }];
    return testRun({ drivers, answers, web, facts: { headers: { ...callers } } }).run;
  };
  const find = (...run: Parameters<typeof runOf>) => a2a.run(configOf(), question, runOf(...run));
  const textsOf = ({ contexts }: Awaited<ReturnType<typeof find>>) =>
    contexts.flatMap(({ chunks }) => chunks.map((chunk) => chunk.text));

  it('asks the agent of its driver, and answers from its artifacts', async () => {
    const members = { remote_workflow_id: 'w', extra_metadata: { lang: 'en' } };
    const run = runOf({ authorization: 'Bearer secret' }, [], { 'x-team': 'a' });
    const found = await a2a.run(configOf(members), question, run);
    expect(found).toMatchObject({
      value: host,
      contexts: [{ chunks: [{ text: 'It climbs steep rocks.', title: host }] }],
    });
    expect(sent).toMatchObject([
      {
        method: 'SendMessage',
        params: { message: { parts: [{ text: question.text }], metadata: { workflow_id: 'w', lang: 'en' } } },
      },
    ]);
    for (const one of headers) expect(one).toMatchObject({ authorization: 'Bearer secret', 'x-team': 'a' });
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('answers from data, and from a message', async () => {
    results = [{ task: answering({ text: 'Rocks' }, { data: { height: 3 } }) }];
    expect(textsOf(await find())).toEqual(['Rocks\n{"height":3}']);
    results = [{ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello' }] } }];
    expect(textsOf(await find())).toEqual(['Hello']);
    results = [{ task: task() }];
    expect((await find()).contexts).toEqual([]);
  });

  it('waits for a task that works', async () => {
    results = [{ task: task({ status: status('WORKING') }) }, answering({ text: 'Rocks' })];
    expect(textsOf(await find())).toEqual(['Rocks']);
    expect(sent.map(({ method }) => method)).toEqual(['SendMessage', 'GetTask']);
  });

  it('hands questions on to the user, and the answers back', async () => {
    const asking = { task: task({ status: status('INPUT_REQUIRED', [{ text: 'Which one?' }]) }) };
    results = [asking, { task: answering({ text: 'Rocks' }) }];
    expect(textsOf(await find({}, ['The alpine one']))).toEqual(['Rocks']);
    expect(sent[1]?.params.message).toMatchObject({ taskId: 't', parts: [{ text: 'The alpine one' }] });
    results = [asking];
    expect((await find()).contexts).toEqual([]);
    await find(
      {},
      Array.from({ length: 20 }, () => 'Yes'),
    );
    expect(sent.length).toBeLessThan(12);
  });

  it('is a function that smart may call', async () => {
    const [ask] = (await a2a.functions?.(configOf(), runOf())) ?? [];
    const { items } = (await ask?.run({ question: 'Where?' }, question, runOf())) ?? {};
    expect([ask?.name, items]).toEqual(['ask_agent', ['It climbs steep rocks.']]);
  });

  it.each([
    [
      'that fails',
      () => (results = [{ task: task({ status: status('FAILED', [{ text: 'No' }]) }) }]),
      /did not answer: No/,
    ],
    ['that refuses', () => (results = [{ task: task({ status: status('REJECTED') }) }]), /did not answer$/],
    ['whose card names another host', () => (card = cardAt('http://169.254.169.254/a2a')), /names another host/],
    ['without a card', () => (card = []), /could not be asked/],
    ['whose card has no interface', () => (card = { name: 'x' }), /could not be asked/],
    ['that answers no JSON', () => (raw = 'oops'), /could not be asked/],
    ['that answers another shape', () => (results = ['what']), /could not be asked|did not answer/],
    ['that answers 3 MiB', () => (raw = `"${'x'.repeat(3 * 1024 ** 2)}"`), /./],
    ['that answers nested lists', () => (raw = '['.repeat(100_000) + ']'.repeat(100_000)), /too many values/],
    ['that answers many values', () => (raw = `[${'1,'.repeat(200_000)}1]`), /too many values/],
  ])('fails with a reason at an agent %s', async (_, prepare, reason) => {
    prepare();
    await expect(find()).rejects.toThrow(reason);
  });

  it('gives up on an agent that works without end', async () => {
    results = [{ task: task({ status: status('WORKING') }) }, task({ status: status('WORKING') })];
    await expect(find({ read_timeout_seconds: 2 })).rejects.toThrow('did not answer in time');
  });

  it('calls no address that its driver may not call', async () => {
    await expect(find({ endpoint: '10.0.0.1:80' })).rejects.toThrow();
    await expect(find({ endpoint: 'http://agent.example', use_tls: true })).rejects.toThrow('no address');
    await expect(find({ ca_certificate: 'x' })).rejects.toThrow('certificates');
    expect(sent).toEqual([]);
  });
});
