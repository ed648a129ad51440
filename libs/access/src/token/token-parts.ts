import { EphemeralTokenService } from './ephemeral-token.service';
import { ShortLivedKeyHandlers } from './short-lived-key.handlers';
import { TemporalKeyService } from './temporal-key.service';
import { zoneSigner } from './zone-signer';
import { ZoneTokens } from './zone-tokens';

/** Tokens that the zone signs. */
export const tokenParts = {
  controllers: [ShortLivedKeyHandlers],
  providers: [EphemeralTokenService, TemporalKeyService, ZoneTokens, zoneSigner],
};
