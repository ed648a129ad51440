import { NuaClientHandlers } from './nua-client.handlers';
import { NuaClientService } from './nua-client.service';

/** Clients that use the understanding of texts for an account. */
export const nuaClientParts = {
  controllers: [NuaClientHandlers],
  providers: [NuaClientService],
};
