import { setTimeout as sleep } from 'node:timers/promises';
import { asUuid, type Principal } from '@lectern/contracts/core';
import type {
  LegacyPulled,
  LegacyPullQuery,
  PulledMessages,
  PullPayload,
  PullStatus,
} from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { type Delivery, ProcessingDeliveryRepository, type QueueOwner } from './processing-delivery.repository';
import { Injectable } from '@nestjs/common';
import { accountOf } from '@lectern/understanding';

/** Time after which a result that was not acknowledged is delivered again. */
const LEASE_S = 60;
/** Interval between checks for results. */
const LOOK_MS = 500;
/** Size of messages per call; in Base64 they stay below the bus limit. */
const BYTES_MAX = 5 * 1024 * 1024;

/** Result queues, one per NUA client. */
@Injectable()
export class QueueService {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: ProcessingDeliveryRepository,
  ) {}

  /** @throws AppError `cancelled` */
  async pull(
    { ack, limit, timeout }: PullPayload,
    { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  ): Promise<PulledMessages> {
    const owner = ownerOf(principal);
    await this.transactions.single((tx) => this.deliveries.acknowledge(owner, uuids(ack), tx));
    const found = limit === 0 ? [] : await until(timeout, signal, () => this.take(owner, limit));
    const messages = found.map(({ message, token, seq }) => ({
      payload: message.toString('base64'),
      headers: {},
      ack_token: token,
      seq,
    }));
    return { messages, ttl: LEASE_S, pending: await this.count(owner) };
  }

  async extend(ack: readonly string[], principal: Principal): Promise<null> {
    const lease = { tokens: uuids(ack), until: leaseEnd() };
    await this.transactions.single((tx) => this.deliveries.extend(ownerOf(principal), lease, tx));
    return null;
  }

  async status(principal: Principal): Promise<PullStatus> {
    return { pending: await this.count(ownerOf(principal)) };
  }

  /** @throws AppError `cancelled` */
  async pullLegacy(
    { from_cursor, limit, timeout }: LegacyPullQuery,
    { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  ): Promise<LegacyPulled> {
    const [owner, after] = [ownerOf(principal), from_cursor ?? 0];
    await this.transactions.single((tx) => this.deliveries.acknowledgeUpTo(owner, after, tx));
    const page = { after, limit: limit ?? 1, bytesMax: BYTES_MAX };
    const found = await until(timeout ?? 0, signal, () =>
      this.transactions.read((tx) => this.deliveries.listAfter(owner, page, tx)),
    );
    const payloads = found.map(({ message }) => message.toString('base64'));
    const [first] = found;
    return {
      status: first ? 'ok' : 'empty',
      payload: payloads[0] ?? null,
      payloads,
      msgid: first ? String(first.seq) : null,
      cursor: found.at(-1)?.seq ?? null,
    };
  }

  private take(owner: QueueOwner, limit: number): Promise<readonly Delivery[]> {
    const lease = { limit, now: new Date(), until: leaseEnd(), bytesMax: BYTES_MAX };
    return this.transactions.run((tx) => this.deliveries.take(owner, lease, tx));
  }

  private count(owner: QueueOwner): Promise<number> {
    return this.transactions.read((tx) => this.deliveries.count(owner, tx));
  }
}

/** Repeats a check until it returns something or the time is over. */
async function until<T>(
  timeoutS: number,
  signal: AbortSignal,
  look: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const endMs = performance.now() + timeoutS * 1_000;
  for (;;) {
    signal.throwIfAborted();
    const found = await look();
    const leftMs = endMs - performance.now();
    if (found.length > 0 || leftMs <= 0) return found;
    await sleep(Math.min(LOOK_MS, leftMs), undefined, { signal });
  }
}

function leaseEnd(): Date {
  return new Date(Date.now() + LEASE_S * 1_000);
}

function ownerOf(principal: Principal): QueueOwner {
  return { account: accountOf(principal), client: principal.id };
}

/** Invalid tokens are ignored. */
function uuids(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((token) => asUuid(token) ?? []);
}
