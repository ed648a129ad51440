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

  it('has a new key in the place of the one to put in', () => {
    const withKey = clientTexts({ origin: 'https://lectern.example', agent: 'g1', slug: 'guide', key: 'eyJ.a.b' });
    for (const { text } of withKey)
      expect([text.includes('Bearer eyJ.a.b'), text.includes('YOUR_KEY')]).toEqual([true, false]);
    for (const { text } of texts) expect(text).toContain('Bearer YOUR_KEY');
  });
});
