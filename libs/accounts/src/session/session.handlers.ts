import { Handles } from '@lectern/bus';
import { openSession } from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { SessionService } from './session.service';

@Controller()
export class SessionHandlers {
  constructor(private readonly sessions: SessionService) {}

  @Handles(openSession)
  open({ body }: Request<typeof openSession>) {
    return this.sessions.open(body);
  }
}
