import { Bus } from '@lectern/bus';
import { systemPrincipal, type TargetAccess, type TargetResolvers } from '@lectern/contracts/core';
import { Inject, Injectable } from '@nestjs/common';

export const TARGET_RESOLVERS = Symbol('resolvers of targets');

/** Asks the services that own targets of policies who may do what with them. */
@Injectable()
export class TargetResolution {
  constructor(
    private readonly bus: Bus,
    @Inject(TARGET_RESOLVERS) private readonly resolvers: TargetResolvers,
  ) {}

  /** @throws AppError `not_found` */
  async of(kind: keyof TargetResolvers, id: string, userId?: string): Promise<TargetAccess> {
    const { [kind]: resolver } = this.resolvers;
    if (!resolver) throw new Error(`No operation resolves targets of the kind ${kind}`);
    const body = { id, ...(userId !== undefined && { userId }) };
    return this.bus.request(resolver, { body }, { principal: systemPrincipal });
  }
}
