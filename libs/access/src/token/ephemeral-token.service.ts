import { randomUUID } from 'node:crypto';
import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import type { EphemeralTokenPayload, ShortLivedToken } from '@lectern/contracts/knowledge-box';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { checkAgent } from './agent-session';
import { userOf } from '../user/known-user';
import { Injectable } from '@nestjs/common';
import { UserAccess } from '../user/user-access';
import { type EphemeralToken, ZoneTokens } from './zone-tokens';

const BOX_IN_PATH = /^(?:\/api\/v1)?\/(?:kb|agent)\/([^/]+)/;

/**
 * Makes tokens that read one knowledge box, or ask an agent in one session, for addresses that a browser opens by
 * itself.
 */
@Injectable()
export class EphemeralTokenService {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly userAccess: UserAccess,
    private readonly tokens: ZoneTokens,
  ) {}

  /**
   * For the knowledge box of the key, or the one that a user names in the path.
   *
   * @throws AppError `invalid_request`, `forbidden`, `not_found`
   */
  async create(payload: EphemeralTokenPayload, principal: Principal): Promise<ShortLivedToken> {
    const { kb } = principal;
    if (kb !== undefined) return this.createFor(kb, payload, principal);
    const kbid = asUuid(BOX_IN_PATH.exec(payload.path ?? '')?.[1] ?? '');
    if (kbid === undefined)
      throw new AppError(
        'invalid_request',
        'A user must name the knowledge box or agent: path must begin with /api/v1/kb/{id} or /api/v1/agent/{id}',
      );
    await this.refuseStrangers(kbid, principal);
    return this.createFor(kbid, payload, principal);
  }

  /**
   * The caller's right to the knowledge box has been checked.
   *
   * @throws AppError `forbidden`, `not_found`, `invalid_request` for a session of what is no agent
   */
  async createFor(kbid: string, payload: EphemeralTokenPayload, principal: Principal): Promise<ShortLivedToken> {
    const { path, ttl, agent_session: session } = payload;
    const { account, mode } = await this.boxes.get(kbid);
    if (session != null) checkAgent(mode);
    const made = { id: randomUUID(), maker: makerOf(principal), account, kbid, expiresMs: Date.now() + ttl * 1_000 };
    return {
      token: await this.tokens.ephemeralToken({ ...made, ...(path && { path }), ...(session != null && { session }) }),
    };
  }

  private async refuseStrangers(kbid: string, principal: Principal): Promise<void> {
    const [user, { account }] = [userOf(principal), await this.boxes.get(kbid)];
    const maySee = user !== undefined && (await this.userAccess.maySee({ id: kbid, account }, user));
    if (!maySee) throw new AppError('forbidden', 'Forbidden');
  }
}

/** A token that dies within seconds must not make one that lives for an hour. */
function makerOf({ kind, id, key }: Principal): EphemeralToken['maker'] {
  if (kind !== 'sa' && kind !== 'user' && kind !== 'pat') throw new AppError('forbidden', 'Forbidden');
  return { kind, id, ...(key !== undefined && { key }) };
}
