import { randomUUID } from 'node:crypto';
import { type Principal } from '@lectern/contracts/core';
import {
  type ModifyNuaClientPayload,
  NUA_CLIENT_EVENTS_PER_PAGE,
  type NuaClientActivity,
  type NuaClientKey,
  type NuaClientList,
  type NuaClientPayload,
  type NuaClientRecord,
  type NuaClientTarget,
  type NuaClientWebhook,
  type OwnedNuaClient,
} from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { AccessActs } from '../act/access-acts';
import { listNuaClientEvents, recordNuaClientEvent } from './nua-client-events';
import { type NuaClientEntity } from './nua-client.entity';
import { NuaClientRepository } from './nua-client.repository';
import { randomSecret, SecretEnvelope, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { nuaClientEventRecord, nuaClientRecord } from './nua-client-record';
import { ZoneTokens } from '../token/zone-tokens';

const CLIENTS_PER_ACCOUNT_MAX = 1_000;

@Injectable()
export class NuaClientService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clients: NuaClientRepository,
    private readonly tokens: ZoneTokens,
    private readonly envelope: SecretEnvelope,
    private readonly acts: AccessActs,
  ) {}

  async list(account: string, clientId?: string): Promise<NuaClientList> {
    const rows = await this.transactions.read((tx) => this.clients.list(account, clientId, tx));
    return { clients: rows.map((row) => this.shown(row)) };
  }

  async get(account: string, id: string): Promise<NuaClientRecord> {
    return this.shown(await this.transactions.run((tx) => this.clients.get(account, id, tx)));
  }

  /** @throws AppError `conflict` when the client id is taken, `quota_exceeded` */
  async create(account: string, payload: NuaClientPayload, principal: Principal): Promise<NuaClientKey> {
    const [internalId, clientId] = [randomUUID(), payload.client_id ?? randomUUID()];
    const named = { internalId, clientId, allowKbManagement: payload.allow_kb_management };
    const { token, webhookSecret, ...key } = await this.newKey(named);
    const client = { internalId, account, clientId, ...key, ...this.members(internalId, payload), created: new Date() };
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `nua-clients/${account}`,
        count: () => this.clients.count(account, tx),
        max: CLIENTS_PER_ACCOUNT_MAX,
        refusal: `An account has at most ${CLIENTS_PER_ACCOUNT_MAX} NUA clients`,
      });
      await this.clients.insert(client, tx);
      await recordNuaClientEvent({ internalId, principal }, { kind: 'created', details: {} }, tx);
      await this.acts.note({ action: 'nua_client_created', principal, details: clientNames(client) }, tx);
    });
    return { client_id: clientId, internal_id: internalId, token, webhook_secret: webhookSecret };
  }

  async modify(
    { account, client_id: id }: NuaClientTarget,
    { title, contact, tokens_limit }: ModifyNuaClientPayload,
    principal: Principal,
  ): Promise<NuaClientRecord> {
    const modified = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      const tokensLimit = tokens_limit === undefined ? client.tokensLimit : tokens_limit;
      const wanted = { ...client, title: title ?? client.title, contact: contact ?? client.contact, tokensLimit };
      await this.clients.update(wanted, tx);
      const changed = changedMembers(client, wanted);
      if (changed.length === 0) return wanted;
      await recordNuaClientEvent({ ...client, principal }, { kind: 'modified', details: { changed } }, tx);
      await this.acts.note(
        { action: 'nua_client_changed', principal, details: { ...clientNames(wanted), changed } },
        tx,
      );
      return wanted;
    });
    return this.shown(modified);
  }

  async delete(account: string, id: string, principal: Principal): Promise<null> {
    const { keyId } = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      await this.clients.delete(client, tx);
      await this.acts.note({ action: 'nua_client_deleted', principal, details: clientNames(client) }, tx);
      return client;
    });
    this.acts.ended(keyId);
    return null;
  }

  /** Of an account that is gone; their keys are refused from now on. */
  async deleteAll(account: string): Promise<void> {
    const keys = await this.transactions.run(async (tx) => {
      const clients = await this.clients.list(account, undefined, tx);
      for (const client of clients) await this.clients.delete(client, tx);
      return clients.map(({ keyId }) => keyId);
    });
    this.acts.ended(...keys);
  }

  /** The old key is refused from now on, and webhooks are signed with another secret. */
  async renewKey({ account, client_id: id }: NuaClientTarget, principal: Principal): Promise<NuaClientKey> {
    const { before, shown } = await this.transactions.run(async (tx) => {
      const client = await this.clients.get(account, id, tx);
      const { token, webhookSecret, ...key } = await this.newKey(client);
      await this.clients.update({ ...client, ...key }, tx);
      await recordNuaClientEvent({ ...client, principal }, { kind: 'key_renewed', details: {} }, tx);
      await this.acts.note({ action: 'nua_key_renewed', principal, details: clientNames(client) }, tx);
      return { before: client, shown: { token, webhook_secret: webhookSecret } };
    });
    this.acts.ended(before.keyId);
    return { client_id: before.clientId, internal_id: before.internalId, ...shown };
  }

  /** Newest first. @throws AppError `not_found` */
  async listActivity({ account, client_id: id }: NuaClientTarget, page: number): Promise<NuaClientActivity> {
    const size = NUA_CLIENT_EVENTS_PER_PAGE;
    const found = await this.transactions.run(async (tx) => {
      const { internalId } = await this.clients.get(account, id, tx);
      return listNuaClientEvents(internalId, { page, size }, tx);
    });
    const events = found.slice(0, size).map(nuaClientEventRecord);
    return { events, pagination: { page, size, last: found.length <= size } };
  }

  /** For who tells the client about processed files. @throws AppError `not_found` */
  async webhook({ account, clientId }: OwnedNuaClient): Promise<NuaClientWebhook> {
    const client = await this.transactions.run((tx) => this.clients.get(account, clientId, tx));
    const { webhookUri: uri, sealedWebhookSecret: sealed, internalId } = client;
    return {
      ...(uri !== null && { webhook: { uri, headers: this.webhookHeaders(client) } }),
      ...(sealed !== null && { signingSecret: this.envelope.open(sealed, purposeOfSecret(internalId)) }),
    };
  }

  private async newKey({
    internalId,
    clientId,
    allowKbManagement,
  }: Pick<NuaClientEntity, 'internalId' | 'clientId' | 'allowKbManagement'>) {
    const [keyId, webhookSecret] = [randomUUID(), randomSecret()];
    const token = await this.tokens.nuaKey({ clientId, keyId, allowKbManagement });
    const sealedWebhookSecret = this.envelope.seal(webhookSecret, purposeOfSecret(internalId));
    return { token, webhookSecret, sealedWebhookSecret, keyId, keyHash: tokenHash(token) };
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
      sealedWebhookHeaders: headers ? this.envelope.seal(JSON.stringify(headers), webhookPurpose(internalId)) : null,
    };
  }

  private shown(client: NuaClientEntity): NuaClientRecord {
    return nuaClientRecord(client, Object.keys(this.webhookHeaders(client)));
  }

  private webhookHeaders({ internalId, sealedWebhookHeaders: sealed }: NuaClientEntity): Record<string, string> {
    return sealed === null ? {} : JSON.parse(this.envelope.open(sealed, webhookPurpose(internalId)));
  }
}

function webhookPurpose(internalId: string): string {
  return `nua-webhook:${internalId}`;
}

function purposeOfSecret(internalId: string): string {
  return `nua-webhook-secret:${internalId}`;
}

/** By the names of the interface. */
function changedMembers(before: NuaClientEntity, after: NuaClientEntity): string[] {
  const members = { title: 'title', contact: 'contact', tokensLimit: 'tokens_limit' } as const;
  const names = Object.keys(members) as (keyof typeof members)[]; // as they are written above
  return names.filter((name) => before[name] !== after[name]).map((name) => members[name]);
}

/** For the audit log. */
function clientNames({ clientId, title }: Pick<NuaClientEntity, 'clientId' | 'title'>) {
  return { client_id: clientId, title };
}
