import { operation } from '../../core/operation';
import { AccountKnowledgeBoxTarget } from '../knowledge-box/knowledge-box.dto';
import {
  AgentSessionKeyPayload,
  EphemeralTokenPayload,
  ShortLivedToken,
  TemporalKeyPayload,
  TemporaryAccessQuery,
} from './short-lived-key.dto';

const notOfAgent = 'The request is not valid, or `agent_session` is given for what is no retrieval agent.';

/**
 * Made with an API key, for a browser that must not see it; sent as an API key is. The new key dies with its API key
 * and cannot make other keys.
 */
export const createTemporalKey = operation({
  name: 'kb.temporal-key.create',
  summary: 'Create a key that lives for seconds',
  http: { method: 'POST', path: '/api/v1/service_account_temporal_key', host: 'zone', success: 201 },
  policy: { credentials: ['sa'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: TemporalKeyPayload,
  answer: ShortLivedToken,
  deadlineMs: 10_000,
});

/**
 * Made with an API key of a retrieval agent, for a client that must not see it; sent as an API key is. The key opens
 * those paths of the agent that name this session, and no others. It dies with its API key and cannot
 * make other keys.
 */
export const createAgentSessionKey = operation({
  name: 'kb.agent-session-key.create',
  summary: 'Create a key for a session of a retrieval agent',
  http: { method: 'POST', path: '/api/v1/service_account_agent_key', host: 'zone', success: 201 },
  policy: { credentials: ['sa'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: AgentSessionKeyPayload,
  answer: ShortLivedToken,
  fails: { invalid_request: notOfAgent },
  deadlineMs: 10_000,
});

/**
 * A token that reads one knowledge box, for addresses that a browser opens by itself: sent as `eph-token` in the query
 * of GET and HEAD requests, or in the header `Authorization`. It is for the box or agent of the API key; a user names
 * it in `path`. With `agent_session` it may ask the agent in that session. It dies with the API key, or with the right
 * of the user to the box.
 */
export const createEphemeralToken = operation({
  name: 'kb.ephemeral-token.create',
  summary: 'Create a reader token for links and browsers',
  http: { method: 'POST', path: '/api/v1/ephemeral_token', host: 'zone', success: 201 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: EphemeralTokenPayload,
  answer: ShortLivedToken,
  fails: {
    not_found: 'The knowledge box or agent that `path` names does not exist.',
    invalid_request: `${notOfAgent} A user must name a knowledge box or agent in \`path\`.`,
  },
  deadlineMs: 10_000,
});

/**
 * A token that reads this knowledge box, for addresses that a browser opens by itself: sent as `eph-token` in the query
 * of GET and HEAD requests, or in the header `Authorization`. With `agent_session` it may ask the agent in that
 * session. It dies with the API key that made it, or with the right of the user to the box.
 */
export const createKnowledgeBoxEphemeralToken = operation({
  name: 'kb.ephemeral-token.create-for-box',
  summary: 'Create a reader token of a knowledge box for links and browsers',
  http: { method: 'POST', path: '/api/v1/account/{account}/kb/{kbid}/ephemeral_tokens', host: 'zone', success: 201 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'kb', refusesTemporalKeys: true },
  params: AccountKnowledgeBoxTarget,
  body: EphemeralTokenPayload,
  answer: ShortLivedToken,
  fails: { invalid_request: notOfAgent },
  deadlineMs: 10_000,
});

/**
 * A reader token for five minutes, so that a browser can stream media by a plain address: sent as `eph-token` in the
 * query. It is for the box of the API key; a user names the box in `path`. It dies with the API key, or with the right
 * of the user to the box.
 */
export const getTemporaryAccessToken = operation({
  name: 'kb.ephemeral-token.get-temporary',
  summary: 'Get a reader token for five minutes',
  http: { method: 'GET', path: '/api/v1/temp-access-token', host: 'zone', success: 200 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'self', refusesTemporalKeys: true },
  query: TemporaryAccessQuery,
  answer: ShortLivedToken,
  fails: {
    not_found: 'The knowledge box that `path` names does not exist.',
    invalid_request: 'The request is not valid, or a user names no knowledge box in `path`.',
  },
  deadlineMs: 10_000,
});
