import type { A2aAgentCard, Workflow } from '@lectern/contracts/agents';
import type { AgentDescription } from '@lectern/contracts/knowledge-box';

const BINDING = 'JSONRPC';
const VERSIONS = ['1.0', '0.3'];
const LEGACY_VERSION = '0.3.0';
const KEY_HEADER = 'X-SVC-SERVICEACCOUNT';
const BEARER_ABOUT = 'The access token of a user';
const KEY_ABOUT = 'An API key of the agent, as `Bearer <key>`';

/** The card of an agent, for both versions of the protocol. @param origin scheme, host and port of the service */
export function agentCard(agent: AgentDescription, workflows: readonly Workflow[], origin: string): A2aAgentCard {
  const url = `${origin}/api/v1/agent/${agent.id}/a2a`;
  return {
    name: agent.title,
    description: agent.description === '' ? agent.title : agent.description,
    version: '1.0.0',
    supportedInterfaces: VERSIONS.map((protocolVersion) => ({ url, protocolBinding: BINDING, protocolVersion })),
    capabilities: { streaming: true, pushNotifications: false },
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: BEARER_ABOUT,
        httpAuthSecurityScheme: { scheme: 'Bearer', description: BEARER_ABOUT },
      },
      key: {
        type: 'apiKey',
        in: 'header',
        name: KEY_HEADER,
        description: KEY_ABOUT,
        apiKeySecurityScheme: { location: 'header', name: KEY_HEADER, description: KEY_ABOUT },
      },
    },
    securityRequirements: ['bearer', 'key'].map((name) => ({ schemes: { [name]: { list: [] } } })),
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: workflows.map(({ id, name, description }) => ({
      id,
      name,
      description: description === '' ? name : description,
      tags: ['retrieval'],
    })),
    protocolVersion: LEGACY_VERSION,
    url,
    preferredTransport: BINDING,
    security: [{ bearer: [] }, { key: [] }],
  };
}
