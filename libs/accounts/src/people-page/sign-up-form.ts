import type { PeoplePage } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { StartedSignUps } from '../oauth/started-sign-ups';
import { SignUpService } from '../sign-up/sign-up.service';

/** The empty form of a sign-up. */
@Injectable()
export class SignUpFormPage {
  constructor(
    private readonly signUps: SignUpService,
    private readonly started: StartedSignUps,
  ) {}

  /** With name and address of somebody who began in an app. */
  async show(challenge: string): Promise<PeoplePage> {
    if (!this.signUps.isOpen) return { state: 'closed', challenge };
    const person = challenge === '' ? undefined : await this.started.of(challenge);
    return { state: 'form', challenge, ...(person && { name: person.fullname, email: person.email }) };
  }
}
