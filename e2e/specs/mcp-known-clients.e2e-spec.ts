import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { McpInspector } from '../harness/mcp-inspector';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';

inStandalone('clients of the Model Context Protocol that people use', (mode) => {
  let box: KnowledgeBoxClient;
  let agent: TestAgent;
  let places: Readonly<Record<string, string>>;

  beforeAll(async () => {
    box = await server(mode).createKnowledgeBox();
    await box.createResource({ title: 'Ibex', slug: 'ibex', texts: { body: { body: FACT } } }, { wait: 'embedded' });
    agent = await TestAgent.create(box.client, { kb: box });
    const parameters = { question: { type: 'string' } };
    const workflow = { id: 'animals', name: 'animals', description: 'Answers', parameters, required: ['question'] };
    await agent.call('POST', '/workflows', workflow);
    await agent.call('POST', '/workflow/animals/context', { module: 'basic_ask', sources: ['kb'] });
    await agent.call('POST', '/workflow/animals/generation', { module: 'summarize' });
    const base = `${box.client.origin}/api/v1`;
    places = { box: `${base}${box.path}/mcp`, session: `${base}/agent/${agent.id}/session/ephemeral/mcp` };
  });

  const authorization = () => {
    const [[name, value] = ['', '']] = Object.entries(box.client.credential);
    return { [name]: value };
  };

  describe("the inspector's command line", () => {
    let inspector: McpInspector;

    beforeAll(async () => {
      inspector = await McpInspector.install();
    });
    afterAll(() => inspector.remove());

    const inspect = (place: string, ...args: readonly string[]): Promise<unknown> =>
      inspector.inspect(places[place] ?? '', authorization(), ...args);
    const callTool = (place: string, name: string, argument: string) =>
      inspect(place, '--method', 'tools/call', '--tool-name', name, '--tool-arg', argument);

    it('lists and calls the tools of a knowledge box, and reads its documents', async () => {
      expect(await inspect('box', '--method', 'tools/list')).toMatchObject({
        tools: ['search_documents', 'get_document', 'batch_get_documents', 'list_documents'].map((name) => ({ name })),
      });
      expect(await callTool('box', 'search_documents', `query=${QUESTION}`)).toMatchObject({
        content: [
          { type: 'text', text: FACT },
          { type: 'text', text: expect.stringContaining('steep rocks') },
        ],
      });
      expect(await inspect('box', '--method', 'resources/list')).toMatchObject({ resources: [{ title: 'Ibex' }] });
    });

    it('lists and calls the workflows of an agent in a session', async () => {
      const { tools } = Object(await inspect('session', '--method', 'tools/list'));
      expect(tools.map(({ name }: { readonly name: string }) => name)).toContain('animals');
      const answered = await callTool('session', 'animals', `question=${QUESTION}`);
      expect(JSON.stringify(answered)).toContain('steep rocks');
      expect(Object(answered).isError ?? false).toBe(false);
    });

    it('says what the server refuses', async () => {
      const refused = await callTool('box', 'nothing', 'query=x').catch((error: unknown) => Object(error).stderr);
      expect(JSON.stringify(refused)).toMatch(/nothing/);
      const stranger = inspector.inspect(places['box'] ?? '', {}, '--method', 'tools/list');
      expect(await stranger.catch((error: unknown) => Object(error).stderr)).toMatch(/401|unauthori|authentica/i);
    });
  });

  describe('the AI SDK', () => {
    const connect = async (place: string) => {
      const { createMCPClient } = await import('@ai-sdk/mcp');
      return createMCPClient({ transport: { type: 'http', url: places[place] ?? '', headers: authorization() } });
    };

    it.each([
      ['box', 'search_documents', { query: QUESTION }],
      ['session', 'animals', { question: QUESTION }],
    ])('loads the tools of a %s, and calls one', async (place, name, input) => {
      const client = await connect(place);
      try {
        const tools = await client.tools();
        const tool = tools[name];
        expect(tool?.description).toBeTruthy();
        const result: unknown = await tool?.execute?.(input, { toolCallId: 'call', messages: [], context: {} });
        expect(JSON.stringify(result)).toContain('steep rocks');
      } finally {
        await client.close();
      }
    });
  });
});
