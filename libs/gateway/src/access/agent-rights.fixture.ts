import type { RightGroup } from './interface-right.fixture';

const agent = { on: 'agent', below: '/api/v1/agent/{agent_id}' } as const;
const holders = 'sa user pat';

/** Who may configure retrieval agents, and talk to them, by the tables of the interface. */
export const agentRights: readonly RightGroup[] = [
  {
    who: 'owners of the agent',
    ...agent,
    credentials: holders,
    roles: 'SOWNER',
    operations: `
      GET,POST /drivers
      PATCH,DELETE /driver/{driver_id}
      GET,POST /preprocess
      PATCH,DELETE /preprocess/{module_id}
      GET,POST /context
      PATCH,DELETE /context/{module_id}
      GET,POST /generation
      PATCH,DELETE /generation/{module_id}
      GET,POST /postprocess
      PATCH,DELETE /postprocess/{module_id}
      GET,POST /workflow/{workflow_id}/preprocess
      PATCH,DELETE /workflow/{workflow_id}/preprocess/{module_id}
      GET,POST /workflow/{workflow_id}/context
      PATCH,DELETE /workflow/{workflow_id}/context/{module_id}
      GET,POST /workflow/{workflow_id}/generation
      PATCH,DELETE /workflow/{workflow_id}/generation/{module_id}
      GET,POST /workflow/{workflow_id}/postprocess
      PATCH,DELETE /workflow/{workflow_id}/postprocess/{module_id}
      GET,POST /rules
      GET,POST /workflow/{workflow_id}/rules
      POST /workflows
      PATCH,DELETE /workflow/{workflow_id}
      GET,POST /sessions
      GET,PATCH,DELETE /session/{session}
      GET,POST /prompts
      GET,PATCH,DELETE /prompt/{prompt_id}
      GET /schema
      GET /fullschema`,
  },
  {
    who: 'owners of the agent, for the order of modules',
    ...agent,
    because: 'the order is a part of the configuration',
    credentials: holders,
    roles: 'SOWNER',
    operations: `
      POST /preprocess/order
      POST /context/order
      POST /generation/order
      POST /postprocess/order
      POST /workflow/{workflow_id}/preprocess/order
      POST /workflow/{workflow_id}/context/order
      POST /workflow/{workflow_id}/generation/order
      POST /workflow/{workflow_id}/postprocess/order`,
  },
  {
    who: 'owners of the agent, for how interactions went',
    ...agent,
    because: 'questions and answers of all callers are in them, as in sessions',
    credentials: holders,
    roles: 'SOWNER',
    operations: `
      GET /interactions
      GET /interaction/{interaction_id}
      POST /interaction/{interaction_id}/replay
      POST /audit/interactions/download
      GET /audit/download_requests
      GET /audit/download_request/{request_id}/status
      DELETE /audit/download_request/{request_id}`,
  },
  {
    who: 'owners of the agent, for imports',
    ...agent,
    credentials: holders,
    roles: 'SOWNER',
    operations: 'POST /import',
  },
  {
    who: 'owners of the agent who are users, for exports',
    ...agent,
    because: 'the link goes to the mail address of a user, which keys lack',
    credentials: 'user pat',
    roles: 'SOWNER',
    operations: 'POST /export',
  },
  {
    who: 'anyone',
    ...agent,
    on: 'nothing',
    because: 'the secret is in the address: the link of a mail, and a signed address',
    credentials: 'none',
    roles: 'any',
    operations: `
      GET /export/{export_id}
      GET /audit/download_request/{request_id}/file`,
  },
  {
    who: 'everyone with a role on the agent',
    ...agent,
    credentials: holders,
    roles: 'any',
    operations: 'GET /workflows',
  },
  {
    who: 'other agents, by A2A: everyone with a role on the agent',
    ...agent,
    because: 'a context is a session, and the path names none',
    credentials: holders,
    roles: 'any',
    operations: `
      GET /.well-known/agent-card.json
      POST /a2a`,
  },
  {
    who: 'members of the session: everyone with a role on the agent, and tokens and keys for the session',
    ...agent,
    credentials: `${holders} eph`,
    roles: 'any',
    operations: `
      POST /session/{session}
      POST /workflow/{workflow_id}/session/{session}
      GET,POST,DELETE /session/{session}/mcp
      SOCKET /session/{session}/ws
      SOCKET /workflow/{workflow_id}/session/{session}/ws`,
  },
  {
    who: 'owners of the agent, for what runs at times',
    ...agent,
    because: 'an agent may be asked by a schedule',
    credentials: holders,
    roles: 'SOWNER',
    operations: `
      GET /schedules
      GET,DELETE /schedule/{schedule_id}`,
  },
  {
    who: 'owners of the agent, but not temporal keys, since what they store runs later',
    ...agent,
    because: 'as above',
    credentials: holders,
    roles: 'SOWNER',
    makesCredentials: true,
    operations: `
      POST /schedules
      PATCH /schedule/{schedule_id}
      POST /schedule/{schedule_id}/run`,
  },
  {
    who: 'everyone with a role on the agent, as a model of the OpenAI API',
    ...agent,
    because: 'chat applications ask any model that has a base URL and a key',
    credentials: holders,
    roles: 'any',
    operations: `
      POST /compat/chat/completions
      GET /compat/models`,
  },
  {
    who: 'members of the session, as a model of the OpenAI API',
    ...agent,
    because: 'as without a session, for tokens and keys of one, too',
    credentials: `${holders} eph`,
    roles: 'any',
    operations: `
      POST /session/{session}/compat/chat/completions
      GET /session/{session}/compat/models`,
  },
  {
    who: 'members of the session, over the older paths of sockets',
    ...agent,
    below: '/api/v1/kb/{agent_id}/agent',
    credentials: `${holders} eph`,
    roles: 'any',
    operations: `
      SOCKET /session/{session}/ws
      SOCKET /workflow/{workflow_id}/session/{session}/ws`,
  },
  {
    who: 'anyone',
    on: 'nothing',
    credentials: 'none',
    roles: 'any',
    because: 'the secret is the state in the query: an authorization server sends a browser back',
    operations: `
      GET /api/auth/mcp/callback
      GET /api/auth/agent/{agent_id}/workflow/{workflow_id}/session/{session}/oauth/{oauth_uuid}/callback`,
  },
];
