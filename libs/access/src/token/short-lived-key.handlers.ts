import { handlersOf } from '@lectern/bus';
import {
  createAgentSessionKey,
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  getTemporaryAccessToken,
  TEMPORARY_ACCESS_TTL_S,
} from '@lectern/contracts/knowledge-box';
import { EphemeralTokenService } from './ephemeral-token.service';
import { TemporalKeyService } from './temporal-key.service';

export const ShortLivedKeyHandlers = handlersOf(TemporalKeyService)
  .answer(createTemporalKey, (keys, { body, principal }) => keys.create(body, principal))
  .answer(createAgentSessionKey, (keys, { body, principal }) => keys.createForSession(body, principal))
  .of(EphemeralTokenService)
  .answer(createEphemeralToken, (tokens, { body, principal }) => tokens.create(body, principal))
  .answer(createKnowledgeBoxEphemeralToken, (tokens, { params, body, principal }) =>
    tokens.createFor(params.kbid, body, principal),
  )
  .answer(getTemporaryAccessToken, (tokens, { query, principal }) =>
    tokens.create({ ...query, ttl: TEMPORARY_ACCESS_TTL_S }, principal),
  );
