import { ApiKeyService } from './api-key.service';
import { ServiceAccountHandlers } from './service-account.handlers';
import { ServiceAccountService } from './service-account.service';

/** Service accounts of a knowledge box and their keys. */
export const serviceAccountParts = {
  controllers: [ServiceAccountHandlers],
  providers: [ApiKeyService, ServiceAccountService],
};
