import { Bus } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { onCommit } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonalTokenRepository } from './personal-token.repository';

/** Sessions and tokens that a user got by signing in. Personal access tokens are not among them. */
@Injectable()
export class OpenSignIns {
  constructor(
    private readonly tokens: PersonalTokenRepository,
    private readonly bus: Bus,
  ) {}

  /** Ends all of them. */
  async endAll(userId: string, tx: EntityManager): Promise<void> {
    const ended = await this.tokens.deleteSessions(userId, tx);
    onCommit(tx, () => {
      for (const key of ended) this.bus.publish(accessChanged, { key });
      this.bus.publish(accessChanged, { user: userId });
    });
  }
}
