import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createEphemeralToken,
  createKnowledgeBoxEphemeralToken,
  createTemporalKey,
  getTemporaryAccessToken,
  TEMPORARY_ACCESS_TTL_S,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { EphemeralTokenService } from './ephemeral-token.service';
import { TemporalKeyService } from './temporal-key.service';

@Controller()
export class ShortLivedKeyHandlers {
  constructor(
    private readonly temporalKeys: TemporalKeyService,
    private readonly ephemeralTokens: EphemeralTokenService,
  ) {}

  @Handles(createTemporalKey)
  createTemporalKey({ body, principal }: Request<typeof createTemporalKey>) {
    return this.temporalKeys.create(body, principal);
  }

  @Handles(createEphemeralToken)
  createEphemeralToken({ body, principal }: Request<typeof createEphemeralToken>) {
    return this.ephemeralTokens.create(body, principal);
  }

  @Handles(createKnowledgeBoxEphemeralToken)
  createForBox({ params, body, principal }: Request<typeof createKnowledgeBoxEphemeralToken>) {
    return this.ephemeralTokens.createFor(params.kbid, body, principal);
  }

  @Handles(getTemporaryAccessToken)
  getTemporary({ query, principal }: Request<typeof getTemporaryAccessToken>) {
    return this.ephemeralTokens.create({ ...query, ttl: TEMPORARY_ACCESS_TTL_S }, principal);
  }
}
