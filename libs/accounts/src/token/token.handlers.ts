import { Handles } from '@lectern/bus';
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  resolveUser,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { CredentialService } from './credential.service';
import { PersonalTokenService } from './personal-token.service';

@Controller()
export class TokenHandlers {
  constructor(
    private readonly tokens: PersonalTokenService,
    private readonly credentials: CredentialService,
  ) {}

  @Handles(createPersonalToken)
  create({ body, principal }: Request<typeof createPersonalToken>) {
    return this.tokens.create(body, principal);
  }

  @Handles(listPersonalTokens)
  list({ principal }: Request<typeof listPersonalTokens>) {
    return this.tokens.list(principal);
  }

  @Handles(deletePersonalToken)
  delete({ params, principal }: Request<typeof deletePersonalToken>) {
    return this.tokens.delete(params.token_id, principal);
  }

  @Handles(verifyUserCredential)
  verify({ body }: Request<typeof verifyUserCredential>) {
    return this.credentials.verify(body);
  }

  @Handles(resolveUser)
  resolve({ body }: Request<typeof resolveUser>) {
    return this.credentials.resolve(body);
  }
}
