import { Handles } from '@lectern/bus';
import { announceZone } from '@lectern/contracts/accounts';
import { type AnyOperation, AppError, type Call, isBetweenHosts, operation } from '@lectern/contracts/core';
import { Controller, Logger, type Type } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { PeerClient } from './peer-client';

/** Operations that a zone asks of its accounts host. */
export function askedOfAccounts(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter((one) => one.http?.host === 'accounts' && isBetweenHosts(one));
}

/**
 * Stands on the bus of a zone for an accounts service that is elsewhere: its callers are answered over HTTP by the
 * accounts host, and need not know.
 */
export function accountsLink(operations: readonly AnyOperation[]): Type {
  @Controller()
  class AccountsLink {
    private readonly logger = new Logger('Zone');

    constructor(
      private readonly client: PeerClient,
      private readonly edge: Edge,
    ) {}

    async ask(linked: AnyOperation, { body, signal, requestId }: Call & { readonly body?: unknown }): Promise<unknown> {
      const { accountsOrigin: origin = '' } = this.edge.peers;
      const token = await this.edge.peers.tokenForAccounts();
      const asked = { operation: linked, origin, token, body, signal, requestId };
      return this.client.ask(asked).catch((error: unknown) => this.refuse(error, linked));
    }

    /** A zone that its accounts host does not take any more is no matter of the user who asks for something. */
    private refuse(error: unknown, { name }: AnyOperation): never {
      if (!(error instanceof AppError) || error.code !== 'forbidden' || name === announceZone.name) throw error;
      this.logger.error(`The accounts host refuses this zone: ${error.message}`);
      throw new AppError('unavailable', 'The accounts host does not answer this zone');
    }
  }
  for (const linked of askedOfAccounts(operations)) {
    const { name, summary, deadlineMs } = linked;
    const method = {
      value(this: AccountsLink, call: Call): Promise<unknown> {
        return this.ask(linked, call);
      },
      writable: true,
      configurable: true,
    };
    Object.defineProperty(AccountsLink.prototype, name, method);
    Handles(operation<object, object, object, undefined, unknown>({ name, summary, deadlineMs }))(
      AccountsLink.prototype,
      name,
      method,
    );
  }
  return AccountsLink;
}
