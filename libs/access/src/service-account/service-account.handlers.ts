import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  deleteServiceAccountKey,
  listServiceAccounts,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ApiKeyService } from './api-key.service';
import { ServiceAccountService } from './service-account.service';

@Controller()
export class ServiceAccountHandlers {
  constructor(
    private readonly serviceAccounts: ServiceAccountService,
    private readonly keys: ApiKeyService,
  ) {}

  @Handles(listServiceAccounts)
  list({ params }: Request<typeof listServiceAccounts>) {
    return this.serviceAccounts.list(params.kbid);
  }

  @Handles(createServiceAccount)
  create({ params, body, principal }: Request<typeof createServiceAccount>) {
    return this.serviceAccounts.create(params.kbid, body, principal);
  }

  @Handles(deleteServiceAccount)
  delete({ params, principal }: Request<typeof deleteServiceAccount>) {
    return this.serviceAccounts.delete(params.kbid, params.service_account_id, principal);
  }

  @Handles(createServiceAccountKey)
  createKey({ params, body, principal }: Request<typeof createServiceAccountKey>) {
    return this.keys.create(params, body.expires, principal);
  }

  @Handles(deleteServiceAccountKey)
  deleteKey({ params, principal }: Request<typeof deleteServiceAccountKey>) {
    return this.keys.delete(params, params.key_id, principal);
  }
}
