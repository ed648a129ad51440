/** Where clients over MCP find an agent. */
export interface AgentAddress {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly agent: string;
  /** A name that programs accept. */
  readonly slug: string;
  /** A new key; the text has `YOUR_KEY` instead when absent. */
  readonly key?: string | undefined;
}

/** The configuration of a client, ready to paste. */
export interface ClientText {
  readonly client: 'claude-code' | 'claude-desktop' | 'cursor' | 'vs-code';
  readonly name: string;
  /** Where it is put; undefined for a command. */
  readonly file?: string;
  readonly text: string;
}

const HEADER = 'X-SVC-SERVICEACCOUNT';
/** In the place of a key. */
export const YOUR_KEY = 'YOUR_KEY';

/** @returns the address of the agent for clients over MCP */
export function mcpAddress({ origin, agent }: AgentAddress): string {
  return `${origin}/api/v1/agent/${encodeURIComponent(agent)}/session/ephemeral/mcp`;
}

/** Configurations of common clients. Keys are JWTs, so they need no escapes in any of them. */
export function clientTexts(address: AgentAddress): readonly ClientText[] {
  const url = mcpAddress(address);
  const { slug, key = YOUR_KEY } = address;
  const headers = { [HEADER]: `Bearer ${key}` };
  const remote = {
    command: 'npx',
    args: ['mcp-remote', url, '--header', `${HEADER}:\${KEY}`],
    env: { KEY: `Bearer ${key}` },
  };
  return [
    {
      client: 'claude-code',
      name: 'Claude Code',
      text: `claude mcp add --transport http ${slug} '${url}' \\\n  --header '${HEADER}: Bearer ${key}'`,
    },
    {
      client: 'claude-desktop',
      name: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({ mcpServers: { [slug]: remote } }),
    },
    {
      client: 'cursor',
      name: 'Cursor',
      file: '.cursor/mcp.json',
      text: json({ mcpServers: { [slug]: { url, headers } } }),
    },
    {
      client: 'vs-code',
      name: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({ servers: { [slug]: { type: 'http', url, headers } } }),
    },
  ];
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
