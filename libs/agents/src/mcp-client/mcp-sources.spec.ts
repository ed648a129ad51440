import type { McpProgress, McpSource } from '../engine/mcp-source';
import { everythingServer, HostileServer, TestMcp } from './mcp-servers.fixture';

const test = new TestMcp();
afterAll(() => test.close());
afterEach(() => test.end());

const textsOf = (result: Awaited<ReturnType<McpSource['call']>>) =>
  result.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('\n');

describe.each([
  ['streamableHttp', 'mcphttp'],
  ['sse', 'mcpsse'],
] as const)('a server of the protocol over %s', (transport, provider) => {
  let server: Awaited<ReturnType<typeof everythingServer>>;
  beforeAll(async () => {
    server = await everythingServer(transport);
  });
  afterAll(() => server.stop());
  const open = (dialog?: Parameters<TestMcp['open']>[1]) => test.open({ uri: server.uri }, dialog, provider);
  const call = (source: McpSource, name: string, given = {}) => source.call(name, given, { signal: test.signal });

  it('lists its tools and prompts', async () => {
    const source = open();
    const tools = await source.tools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
    expect(tools.find(({ name }) => name === 'echo')).toMatchObject({ inputSchema: { required: ['message'] } });
    expect((await source.prompts()).map(({ name }) => name)).toContain('args-prompt');
  });

  it('answers calls with texts, images, resources and data', async () => {
    const source = open();
    expect(textsOf(await call(source, 'echo', { message: 'hello' }))).toBe('Echo: hello');
    expect(textsOf(await call(source, 'get-sum', { a: 2, b: 3 }))).toContain('5');
    expect(textsOf(await call(source, 'get-tiny-image'))).toContain('image');
    const weather = await call(source, 'get-structured-content', { location: 'Chicago' });
    expect(weather.structured).toMatchObject({ temperature: expect.anything() });
    const failed = await call(source, 'get-sum', { a: 'x' });
    expect(failed.isError).toBe(true);
  });

  it('gives the texts of a prompt', async () => {
    const prompt = await open().prompt('args-prompt', { city: 'Paris' }, { signal: test.signal });
    expect(textsOf(prompt)).toContain('Paris');
  });

  it('says how far a call is', async () => {
    const seen: McpProgress[] = [];
    const given = { duration: 1, steps: 3 };
    const options = { signal: test.signal, onProgress: (progress: McpProgress) => void seen.push(progress) };
    await open().call('trigger-long-running-operation', given, options);
    expect(seen.at(-1)).toMatchObject({ total: 3 });
  });

  it('asks for addresses, for texts of a model, and the user, where the dialog allows it', async () => {
    const sampled: unknown[] = [];
    const source = open({
      roots: { reports: 'file:///reports' },
      sample: async (request) => {
        sampled.push(request);
        return 'A text of a model.';
      },
      elicit: async () => ({ name: 'Ada' }),
    });
    // It adds tools when it knows its client.
    await source.tools();
    expect(textsOf(await call(source, 'trigger-sampling-request', { prompt: 'Write', maxTokens: 10 }))).toContain(
      'A text of a model.',
    );
    expect(sampled).toMatchObject([{ tokensMax: 10 }]);
    expect(textsOf(await call(source, 'trigger-elicitation-request'))).toContain('Ada');
    expect(textsOf(await call(source, 'get-roots-list'))).toContain('file:///reports');
  });

  it('ends when the interaction ends', async () => {
    const source = open();
    const running = call(source, 'trigger-long-running-operation', { duration: 30, steps: 3 });
    running.catch(() => undefined);
    await source.tools();
    test.end();
    await expect(running).rejects.toBeDefined();
  });
});

describe('lists of a server', () => {
  let server: HostileServer;
  beforeAll(async () => {
    server = await HostileServer.start();
  });
  afterAll(() => server.stop());

  it('are read once, for the driver as it is configured and for the headers of its caller', async () => {
    server.serve({ 'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } });
    const tools = async (config: object, headers = {}) => (await test.open(config, { headers }).tools()).length;
    const config = { uri: server.uri, headers: { 'x-key': 'one-secret' } };
    expect(await Promise.all([tools(config), tools(config)])).toEqual([1, 1]);
    await tools(config);
    const reads = () => server.got.filter(({ method }) => method === 'tools/list').length;
    expect(reads()).toBe(1);
    await tools({ ...config, headers: { 'x-key': 'another' } });
    await tools(config, { 'x-user': 'ada' });
    expect(reads()).toBe(3);
    expect(server.got.at(-1)?.headers).toMatchObject({ 'x-key': 'one-secret', 'x-user': 'ada' });
  });

  it('of fifty tools take little time, and none the next time', async () => {
    const properties = { question: { type: 'string', description: 'What to look up' }, limit: { type: 'integer' } };
    const inputSchema = { type: 'object', properties, required: ['question'] };
    const description = 'Looks something up. '.repeat(10);
    const tools = Array.from({ length: 50 }, (_, place) => ({ name: `tool_${place}`, description, inputSchema }));
    server.serve({ 'tools/list': { tools } });
    const listed = async (uri: string) => {
      const began = performance.now();
      expect(await test.open({ uri }).tools()).toHaveLength(50);
      return performance.now() - began;
    };
    const [first, again]: [number[], number[]] = [[], []];
    const cpu = process.cpuUsage();
    for (let round = 0; round < 11; round += 1) {
      first.push(await listed(`${server.uri}?${round}`));
      const before = server.got.length;
      again.push(await listed(`${server.uri}?${round}`));
      expect(server.got).toHaveLength(before);
    }
    const [read, kept] = [first, again].map((times) => times.toSorted((a, b) => a - b)[5] ?? 0);
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1_000 / first.length;
    const figures = [read, cpuMs, kept].map((ms) => ms?.toFixed(2)).join(', ');
    process.stdout.write(`50 tools of an MCP server, their CPU time (with the server's), kept ones: ${figures} ms\n`);
  });
});
