import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import type {
  ModifyNuaClientPayload,
  NuaClientKey,
  NuaClientList,
  NuaClientPayload,
  NuaClientRecord,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { type NuaClientEntity, NuaClientRepository } from '@lectern/knowledge-box-rows';
import { SecretEnvelope, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { nuaClientRecord } from './nua-client-record';
import { ZoneTokens } from '../token/zone-tokens';

const CLIENTS_PER_ACCOUNT_MAX = 1_000;

@Injectable()
export class NuaClientService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clients: NuaClientRepository,
    private readonly tokens: ZoneTokens,
    private readonly envelope: SecretEnvelope,
    private readonly bus: Bus,
  ) {}

  async list(account: string, clientId?: string): Promise<NuaClientList> {
    const rows = await this.transactions.read((tx) => this.clients.list(account, clientId, tx));
    return { clients: rows.map((row) => this.shown(row)) };
  }

  async get(account: string, id: string): Promise<NuaClientRecord> {
    return this.shown(await this.transactions.run((tx) => this.clients.get(account, id, tx)));
  }

  /** @throws AppError `conflict` when the client id is taken, `quota_exceeded` */
  async create(account: string, payload: NuaClientPayload): Promise<NuaClientKey> {
    const [internalId, clientId] = [randomUUID(), payload.client_id ?? randomUUID()];
    const { token, ...key } = await this.newKey({ clientId, allowKbManagement: payload.allow_kb_management });
    const client = { internalId, account, clientId, ...key, ...this.members(internalId, payload), created: new Date() };
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `nua-clients/${account}`,
        count: () => this.clients.count(account, tx),
        max: CLIENTS_PER_ACCOUNT_MAX,
        refusal: `An account has at most ${CLIENTS_PER_ACCOUNT_MAX} NUA clients`,
      });
      await this.clients.insert(client, tx);
    });
    return { client_id: clientId, internal_id: internalId, token };
  }

  async modify(
    account: string,
    id: string,
    { title, contact, tokens_limit }: ModifyNuaClientPayload,
  ): Promise<NuaClientRecord> {
    const changed = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      const tokensLimit = tokens_limit === undefined ? client.tokensLimit : tokens_limit;
      const wanted = { ...client, title: title ?? client.title, contact: contact ?? client.contact, tokensLimit };
      await this.clients.update(wanted, tx);
      return wanted;
    });
    return this.shown(changed);
  }

  async delete(account: string, id: string): Promise<null> {
    const { keyId } = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      await this.clients.delete(account, client.internalId, tx);
      return client;
    });
    this.bus.publish(accessChanged, { key: keyId });
    return null;
  }

  /** The old key is refused from now on. */
  async renewKey(account: string, id: string): Promise<NuaClientKey> {
    const { before, token } = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      const { token: made, ...key } = await this.newKey(client);
      await this.clients.update({ ...client, ...key }, tx);
      return { before: client, token: made };
    });
    this.bus.publish(accessChanged, { key: before.keyId });
    return { client_id: before.clientId, internal_id: before.internalId, token };
  }

  private async newKey({ clientId, allowKbManagement }: Pick<NuaClientEntity, 'clientId' | 'allowKbManagement'>) {
    const keyId = randomUUID();
    const token = await this.tokens.nuaKey({ clientId, keyId, allowKbManagement });
    return { token, keyId, keyHash: tokenHash(token) };
  }

  private members(internalId: string, payload: NuaClientPayload) {
    const {
      title,
      contact,
      description = null,
      allow_kb_management,
      tokens_limit = null,
      processing_webhook,
    } = payload;
    const headers = processing_webhook?.headers;
    return {
      title,
      contact,
      description,
      allowKbManagement: allow_kb_management,
      tokensLimit: tokens_limit,
      webhookUri: processing_webhook?.uri ?? null,
      sealedWebhookHeaders: headers ? this.envelope.seal(JSON.stringify(headers), purposeOf(internalId)) : null,
    };
  }

  private shown(client: NuaClientEntity): NuaClientRecord {
    const { internalId, sealedWebhookHeaders: sealed } = client;
    const headers: object = sealed === null ? {} : JSON.parse(this.envelope.open(sealed, purposeOf(internalId)));
    return nuaClientRecord(client, Object.keys(headers));
  }
}

function purposeOf(internalId: string): string {
  return `nua-webhook:${internalId}`;
}
