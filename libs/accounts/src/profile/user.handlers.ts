import { Handles } from '@lectern/bus';
import { getUser, getUserProfile, readUserNames } from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { UserService } from './user.service';

@Controller()
export class UserHandlers {
  constructor(private readonly users: UserService) {}

  @Handles(getUser)
  get({ principal }: Request<typeof getUser>) {
    return this.users.get(principal);
  }

  @Handles(getUserProfile)
  profile({ principal }: Request<typeof getUserProfile>) {
    return this.users.profile(principal);
  }

  @Handles(readUserNames)
  names({ body }: Request<typeof readUserNames>) {
    return this.users.names(body);
  }
}
