import { Handles, handlersOf } from '@lectern/bus';
import {
  followMagicLink,
  type MagicStep,
  readSignUp,
  type SignUpRequest,
  type SignUpReturn,
  type SignUpStarted,
  signUp,
  startSignUp,
} from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { MagicLinks } from '../magic-link/magic-links';
import { StartedSignUps } from '../oauth/started-sign-ups';
import { OpenRequests } from './open-requests';
import { SignUpService } from './sign-up.service';

/** Admits strangers before anything is done for them. */
@Controller()
export class SignUpHandlers {
  constructor(
    private readonly requests: OpenRequests,
    private readonly signUps: SignUpService,
    private readonly links: MagicLinks,
    private readonly started: StartedSignUps,
  ) {}

  @Handles(signUp)
  async create({ body, headers }: Request<typeof signUp>): Promise<SignUpStarted> {
    const request = await this.completed(body);
    const stranger = await this.requests.admitMail(request.email ?? '', headers);
    return this.signUps.create(request, stranger);
  }

  /** Name and address of somebody who began in an app need not be sent again. */
  private async completed(body: SignUpRequest): Promise<SignUpRequest> {
    const { name, email, login_challenge: challenge } = body;
    const person = challenge && !(name && email) ? await this.started.of(challenge) : undefined;
    return { ...body, name: name || person?.fullname, email: email || person?.email };
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
