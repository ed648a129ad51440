import { clientTexts } from './client-texts';

describe('the configuration of a client over MCP', () => {
  const texts = clientTexts({ origin: 'https://lectern.example', agent: 'g1', slug: 'guide' });
  const address = 'https://lectern.example/api/v1/agent/g1/session/ephemeral/mcp';

  it('names the address of the agent and where the key goes', () => {
    for (const { text } of texts) {
      expect(text).toContain(address);
      expect(text).toContain('X-SVC-SERVICEACCOUNT');
    }
  });

  it('is valid JSON where it goes into a file', () => {
    const files = texts.filter(({ file }) => file !== undefined);
    expect(files.map(({ text }) => Object.keys(JSON.parse(text)))).toEqual([
      ['mcpServers'],
      ['mcpServers'],
      ['servers'],
    ]);
  });
});
