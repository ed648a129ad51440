import { createHash } from 'node:crypto';
import { isObject } from '@lectern/contracts/core';
import type { SecretEnvelope } from '@lectern/secrets';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { OauthRecordEntity } from './oauth-record.entity';
import type { OauthRecords } from './oauth-records';

/** SHA-256 of an id: those of codes, tokens and sessions are secrets. */
export function recordHash(id: string): Buffer {
  return createHash('sha256').update(id, 'utf8').digest();
}

/** What an adapter needs besides its kind of records. */
export interface AdapterParts {
  readonly records: OauthRecords;
  readonly envelope: SecretEnvelope;
  /** Thrown for a code or token that another request used at the same time. */
  readonly usedTwice: () => Error;
}

/** Stores one kind of records of the provider: ids as hashes, everything else sealed. */
export class OauthAdapter implements Adapter {
  constructor(
    private readonly kind: string,
    private readonly parts: AdapterParts,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresInS?: number): Promise<void> {
    const now = new Date();
    const hash = recordHash(id);
    const lookup = payload.userCode ?? (this.kind === 'Session' ? payload.uid : undefined);
    // A sign-in that begins during another one outlives what that one was given.
    const grantId = this.kind === 'Interaction' ? undefined : payload.grantId;
    const isStored = await this.parts.records.put({
      kind: this.kind,
      hash,
      payload: this.parts.envelope.seal(JSON.stringify(payload), this.purposeOf(hash)),
      grantHash: grantId === undefined ? null : recordHash(grantId),
      lookupHash: lookup === undefined ? null : recordHash(lookup),
      userId: payload.accountId ?? endedLoginOf(payload) ?? null,
      clientId: payload.clientId ?? (this.kind === 'Client' ? id : null),
      created: now,
      expires: expiresInS === undefined ? null : new Date(now.getTime() + expiresInS * 1_000),
      consumed: typeof payload.consumed === 'number' ? new Date(payload.consumed * 1_000) : null,
    });
    // Another request ended the grant while this one was about to give something of it.
    if (!isStored) throw this.parts.usedTwice();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await this.parts.records.find(this.kind, recordHash(id));
    return record && this.opened(record);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findByLookup(uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findByLookup(userCode);
  }

  /** Only one of several requests uses a code. @throws the error that the others get */
  async consume(id: string): Promise<void> {
    const hash = recordHash(id);
    if (await this.parts.records.consume(this.kind, hash)) return;
    // Used twice at the same time: nobody knows which of both is the thief.
    const record = await this.parts.records.find(this.kind, hash);
    if (record?.grantHash) await this.parts.records.deleteGrant(record.grantHash);
    throw this.parts.usedTwice();
  }

  async destroy(id: string): Promise<void> {
    await this.parts.records.delete(this.kind, recordHash(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.parts.records.deleteGrant(recordHash(grantId));
  }

  private async findByLookup(text: string): Promise<AdapterPayload | undefined> {
    const record = await this.parts.records.findByLookup(this.kind, recordHash(text));
    return record && this.opened(record);
  }

  private opened(record: OauthRecordEntity): AdapterPayload {
    const text = this.parts.envelope.open(record.payload, this.purposeOf(record.hash));
    const payload = JSON.parse(text) as AdapterPayload; // what `upsert` sealed
    return record.consumed ? { ...payload, consumed: Math.floor(record.consumed.getTime() / 1_000) } : payload;
  }

  private purposeOf(hash: Buffer): string {
    return `oauth:${this.kind}:${hash.toString('base64url')}`;
  }
}

/** The user of a login that ended and was not continued yet: it ends with everything else of the user. */
function endedLoginOf({ result }: AdapterPayload): string | undefined {
  const login = isObject(result) ? result['login'] : undefined;
  const id = isObject(login) ? login['accountId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
