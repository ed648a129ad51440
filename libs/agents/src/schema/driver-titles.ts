/** Names of kinds of drivers for people, by provider. */
export const titlesOfDrivers: Readonly<Record<string, string>> = {
  kbdb: 'Knowledge box',
  sync: 'Connections of a knowledge box',
  google: 'Google',
  perplexity: 'Perplexity',
  brave: 'Brave',
  tavily: 'Tavily',
  alinia: 'Alinia',
  cypher: 'Graph database',
  sql: 'SQL database',
  sparql: 'Graph (SPARQL)',
  mcphttp: 'MCP server',
  mcpstdio: 'MCP program',
  mcpsse: 'MCP server (older)',
  a2a: 'A2A agent',
};
