import { deployment } from '@lectern/config';
import { AppError, type KnowledgeBoxRole } from '@lectern/contracts/core';
import type { ApiKeyOwner } from '../api-key/api-key.repository';
import { TokenSigner } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

/** Year 9999: until it is renewed. */
const NUA_KEY_EXPIRES_S = 253_370_764_800;
/** Clocks of callers' machines do not matter; those of our own processes may differ. */
const EPHEMERAL_LEEWAY_S = 60;

export interface TemporalToken {
  readonly id: string;
  /** The API key it was made with. */
  readonly parent: ApiKeyOwner;
  /** With neither groups nor a session it is as good as its parent. */
  readonly securityGroups?: readonly string[];
  /** Session of an agent. */
  readonly session?: string;
  readonly expiresMs: number;
}

export interface EphemeralToken {
  readonly id: string;
  /** Service account or user who made it, and with which key or token. */
  readonly maker: { readonly kind: 'sa' | 'user' | 'pat'; readonly id: string; readonly key?: string };
  readonly account: string;
  readonly kbid: string;
  readonly path?: string;
  /** Session of an agent. */
  readonly session?: string;
  readonly expiresMs: number;
}

/** Content of a temporal key. */
export interface TemporalClaims {
  readonly parent: string;
  readonly securityGroups?: readonly string[];
  readonly session?: string;
  readonly expiresMs: number;
}

/** Writes and reads the tokens of this zone. A token that was made for one purpose cannot be used for another. */
@Injectable()
export class ZoneTokens {
  private readonly issuer = deployment().zone.origin;

  constructor(private readonly signer: TokenSigner) {}

  apiKey(
    { id, serviceAccountId, kbid, account, role }: ApiKeyOwner,
    { now, expires }: { readonly now: Date; readonly expires: Date },
  ): Promise<string> {
    const claims = { iss: this.issuer, sub: serviceAccountId, jti: id, iat: seconds(now), exp: seconds(expires) };
    return this.signer.sign({ ...claims, acc_id: account, kb_id: kbid, role }, 'api-key+jwt');
  }

  /** Clients decode it by the standard base64 alphabet: its claims must not need the two characters that differ. */
  async nuaKey({
    clientId,
    keyId,
    allowKbManagement,
  }: {
    readonly clientId: string;
    readonly keyId: string;
    readonly allowKbManagement: boolean;
  }): Promise<string> {
    const claims = {
      iss: this.issuer,
      sub: clientId,
      key: keyId,
      exp: NUA_KEY_EXPIRES_S,
      allow_kb_management: allowKbManagement,
    };
    const token = await this.signer.sign(claims, 'nua-key+jwt');
    if (/[-_]/.test(token.split('.')[1] ?? ''))
      throw new Error('The claims of a NUA key must be ASCII without >, ? and ~');
    return token;
  }

  temporalKey({ id, parent, securityGroups, session, expiresMs }: TemporalToken): Promise<string> {
    const { account, kbid, role, serviceAccountId } = parent;
    const claims = {
      iss: this.issuer,
      sub: serviceAccountId,
      jti: id,
      exp: expiresMs / 1_000,
      acc_id: account,
      kb_id: kbid,
      role,
      parent: parent.id,
    };
    const restrictions = {
      ...(securityGroups && { security_groups: securityGroups }),
      ...(session !== undefined && { agent_session: session }),
    };
    return this.signer.sign({ ...claims, ...restrictions }, 'temporal+jwt');
  }

  /** Its end counts to the millisecond. @throws AppError `unauthorized` */
  async readTemporalKey(token: string): Promise<TemporalClaims> {
    const claims = await this.signer.verify(token, { type: 'temporal+jwt', issuer: this.issuer, leewayS: 0 });
    const { parent, security_groups: groups, agent_session: session } = claims;
    const restricts = (groups === undefined || isTexts(groups)) && (session === undefined || isText(session));
    if (!isText(parent) || !restricts) throw new AppError('unauthorized', 'Unauthorized');
    const restrictions = { ...(isTexts(groups) && { securityGroups: groups }), ...(isText(session) && { session }) };
    return { parent, ...restrictions, expiresMs: (claims.exp ?? 0) * 1_000 };
  }

  ephemeralToken({ id, maker, account, kbid, path, session, expiresMs }: EphemeralToken): Promise<string> {
    const role: KnowledgeBoxRole = 'SMEMBER';
    const claims = {
      iss: this.issuer,
      sub: maker.id,
      jti: id,
      exp: seconds(new Date(expiresMs)),
      acc_id: account,
      kb_id: kbid,
      role,
    };
    const made = { maker: maker.kind, parent: maker.key, path, agent_session: session };
    return this.signer.sign({ ...claims, ...made }, 'ephemeral+jwt');
  }

  /** @throws AppError `unauthorized` */
  async readEphemeralToken(token: string): Promise<EphemeralToken> {
    const claims = await this.signer.verify(token, {
      type: 'ephemeral+jwt',
      issuer: this.issuer,
      leewayS: EPHEMERAL_LEEWAY_S,
    });
    const { sub, jti, exp = 0, acc_id: account, kb_id: kbid, maker: kind, parent: key } = claims;
    const { path, agent_session: session } = claims;
    if (!isMaker(kind) || !isText(sub) || !isText(jti) || !isText(account) || !isText(kbid)) {
      throw new AppError('unauthorized', 'Unauthorized');
    }
    const restrictions = { ...(isText(path) && { path }), ...(isText(session) && { session }) };
    const maker = { kind, id: sub, ...(isText(key) && { key }) };
    return { id: jti, maker, account, kbid, ...restrictions, expiresMs: exp * 1_000 };
  }
}

function isMaker(kind: unknown): kind is EphemeralToken['maker']['kind'] {
  return kind === 'sa' || kind === 'user' || kind === 'pat';
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
