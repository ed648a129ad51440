import { Handles, handlersOf } from '@lectern/bus';
import {
  followMagicLink,
  type MagicStep,
  readSignUp,
  type SignUpReturn,
  type SignUpStarted,
  signUp,
  startSignUp,
} from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { MagicLinks } from '../magic-link/magic-links';
import { OpenRequests } from './open-requests';
import { SignUpService } from './sign-up.service';

/** Admits strangers before anything is done for them. */
@Controller()
export class SignUpHandlers {
  constructor(
    private readonly requests: OpenRequests,
    private readonly signUps: SignUpService,
    private readonly links: MagicLinks,
  ) {}

  @Handles(signUp)
  async create({ body, headers }: Request<typeof signUp>): Promise<SignUpStarted> {
    const stranger = await this.requests.admitMail(body.email ?? '', headers);
    return this.signUps.create(body, stranger);
  }

  @Handles(startSignUp)
  async start({ body, headers }: Request<typeof startSignUp>): Promise<SignUpReturn> {
    await this.requests.admitMail(body.email, headers);
    return this.signUps.start(body);
  }

  @Handles(followMagicLink)
  follow({ query, headers }: Request<typeof followMagicLink>): Promise<MagicStep> {
    return this.requests.withLink(headers, () => this.links.follow(query.token));
  }
}

export const StartedSignUpHandlers = handlersOf(SignUpService).answer(readSignUp, (signUps, { query }) =>
  signUps.read(query.signup_token),
);
