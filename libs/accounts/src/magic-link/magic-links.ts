import { Bus } from '@lectern/bus';
import type { MagicStep } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { acceptInvitation } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';

/** Follows the link of a mail; undefined where the token is not of its kind. */
export type Following = (token: string) => Promise<MagicStep | undefined>;

/** Invitations to knowledge boxes, which their zone accepts. */
const OF_ZONE = 'kb.';

/** What can be done with the links of mails. Features add their own. */
@Injectable()
export class MagicLinks {
  private readonly followings: Following[] = [];

  constructor(private readonly bus: Bus) {}

  add(following: Following): void {
    this.followings.push(following);
  }

  /** @throws AppError `bad_request` for a link that does not count */
  async follow(token: string): Promise<MagicStep> {
    if (token.startsWith(OF_ZONE))
      return this.bus.request(acceptInvitation, { query: { token } }, { principal: systemPrincipal });
    for (const following of this.followings) {
      const step = await following(token);
      if (step) return step;
    }
    throw new AppError('bad_request', 'login_challenge_expired_or_invalid');
  }
}
