import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createNuaClient,
  deleteNuaClient,
  getNuaClient,
  listNuaClientActivity,
  listNuaClients,
  modifyNuaClient,
  readNuaClientWebhook,
  renewNuaClientKey,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { NuaClientService } from './nua-client.service';

@Controller()
export class NuaClientHandlers {
  constructor(private readonly clients: NuaClientService) {}

  @Handles(listNuaClients)
  list({ params, query }: Request<typeof listNuaClients>) {
    return this.clients.list(params.account, query.client_id);
  }

  @Handles(createNuaClient)
  create({ params, body, principal }: Request<typeof createNuaClient>) {
    return this.clients.create(params.account, body, principal);
  }

  @Handles(getNuaClient)
  get({ params }: Request<typeof getNuaClient>) {
    return this.clients.get(params.account, params.client_id);
  }

  @Handles(modifyNuaClient)
  modify({ params, body, principal }: Request<typeof modifyNuaClient>) {
    return this.clients.modify(params, body, principal);
  }

  @Handles(deleteNuaClient)
  delete({ params }: Request<typeof deleteNuaClient>) {
    return this.clients.delete(params.account, params.client_id);
  }

  @Handles(renewNuaClientKey)
  renewKey({ params, principal }: Request<typeof renewNuaClientKey>) {
    return this.clients.renewKey(params, principal);
  }

  @Handles(readNuaClientWebhook)
  webhook({ body }: Request<typeof readNuaClientWebhook>) {
    return this.clients.webhook(body);
  }

  @Handles(listNuaClientActivity)
  listActivity({ params, query }: Request<typeof listNuaClientActivity>) {
    return this.clients.listActivity(params, query.page);
  }
}
