import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDefinition, Input, StreamOperation, UnaryOperation } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { CallOptions } from '../bus';
import { EventQueues } from '../event-queue';
import { processStops } from '../faults';
import type { Handlers } from '../handlers';
import { VALUE_BYTES_MAX } from '../limits';
import { type BusOptions, ServingBus } from '../serving-bus';
import { decodeValue } from './frames';
import { NatsCaller } from './nats-caller';
import { NatsHandlers } from './nats-handlers';
import { type PeerTimes, peerTimes } from './live-processes';
import { connectionLost, Wire } from './wire';

export interface NatsBusOptions extends BusOptions {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
  readonly prefix: string;
  /** Shorter in tests. */
  readonly times?: PeerTimes;
  /** Time limit of the first connection; servers that start together may come up in any order. */
  readonly connectTimeoutMs?: number;
}

const RECONNECT_EVERY_MS = 250;
const ATTEMPT_TIMEOUT_MS = 2_000;

const logger = new Logger('Bus');

/**
 * The bus over NATS. Queue groups share the work among processes; credit, cancellation and heartbeats are separate
 * messages besides the values. While the connection is lost, new calls fail at once and open ones end with
 * `unavailable`.
 */
export class NatsBus extends ServingBus {
  private readonly wire: Wire;
  private readonly caller: NatsCaller;
  private readonly handlers: NatsHandlers;
  private readonly heartbeat: NodeJS.Timeout;
  private isClosing = false;

  private constructor(
    private readonly nats: NatsConnection,
    { prefix, user, times = peerTimes, ...options }: NatsBusOptions,
  ) {
    super();
    this.wire = new Wire(nats, prefix, { times, user });
    this.caller = new NatsCaller(this.wire, times);
    this.handlers = new NatsHandlers(this.wire, options);
    this.wire.onPeers();
    this.heartbeat = setInterval(() => this.beat(), times.heartbeatMs).unref();
    void this.follow();
    void this.failWhenClosed();
  }

  get process(): string {
    return this.wire.processId;
  }

  /** @throws Error when no server accepts this process in time, or the server denies a subscription that it needs */
  static async connect(options: NatsBusOptions): Promise<NatsBus> {
    const bus = new NatsBus(await connected(options), options);
    if (bus.wire.valueBytesMax < VALUE_BYTES_MAX) {
      logger.warn(
        `NATS allows values of ${bus.wire.valueBytesMax} bytes only; set max_payload to ${VALUE_BYTES_MAX + 64 * 1024}`,
      );
    }
    await bus.nats.flush();
    await bus.requireSubscriptions();
    return bus;
  }

  async request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A> {
    // The handler's type is checked where it is declared, by @Handles.
    return (await this.caller.request(operation, input, options)) as A;
  }

  stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncGenerator<A> {
    // As in `request`.
    return this.caller.stream(operation, input, options) as AsyncGenerator<A>;
  }

  publish<T>(event: EventDefinition<T>, data: T): void {
    this.wire.emit(event.name, this.wire.encoded(data, `The event ${event.name}`));
  }

  async serve(handlers: Handlers): Promise<void> {
    const events = new EventQueues(handlers.listeners);
    for (const event of events.names()) {
      this.wire.onEvent(event, ({ data }) => events.push(event, () => decodeValue(data)));
    }
    this.handlers.serve(handlers);
    if (!this.wire.isConnected) return;
    await this.nats.flush();
    await this.requireSubscriptions();
  }

  async withdraw(): Promise<void> {
    if (this.wire.isConnected)
      await Promise.race([this.handlers.withdraw(), sleep(ATTEMPT_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async drain(withinMs: number): Promise<void> {
    await this.withdraw();
    await this.handlers.drain(withinMs);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.heartbeat);
    this.caller.failAll(processStops());
    this.handlers.stopAll(processStops());
    this.wire.sayAlive(false);
    if (this.wire.isConnected) await this.nats.flush().catch(() => undefined);
    this.wire.isConnected = false;
    await this.nats.close();
  }

  check(): void {
    if (!this.wire.isConnected) throw new Error('not connected to NATS');
  }

  private async requireSubscriptions(): Promise<void> {
    try {
      this.wire.requireSubscriptions();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  private beat(): void {
    const nowMs = performance.now();
    this.wire.sayAlive();
    this.wire.peers.tick(nowMs);
    this.caller.tick(nowMs);
    this.handlers.tick(nowMs);
  }

  private async follow(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') this.lose();
      if (status.type === 'reconnect') this.regain();
      if (status.type === 'error') logger.error(`NATS: ${status.error.message}`);
    }
  }

  private lose(): void {
    this.wire.isConnected = false;
    if (!this.isClosing) logger.warn('The connection to NATS is lost; reconnecting');
    this.caller.failAll(connectionLost());
    this.handlers.stopAll(connectionLost());
  }

  private regain(): void {
    this.wire.isConnected = true;
    logger.log('Connected to NATS again');
  }

  /** Ends the process when the client gives up the connection for good, for example because of revoked credentials. */
  private async failWhenClosed(): Promise<void> {
    const error = await this.nats.closed();
    if (!this.isClosing) throw new Error('NATS closed the connection for good', { cause: error });
  }
}

async function connected(options: NatsBusOptions): Promise<NatsConnection> {
  const { servers, user, password, token, connectTimeoutMs = 30_000 } = options;
  const untilMs = performance.now() + connectTimeoutMs;
  for (;;) {
    try {
      return await connect({
        servers: [...servers],
        user,
        pass: password,
        token,
        name: 'lectern',
        timeout: ATTEMPT_TIMEOUT_MS,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RECONNECT_EVERY_MS,
        noAsyncTraces: true,
      });
    } catch (error) {
      const names = servers.join(', ').replace(/\/\/[^@/,]*@/g, '//');
      if (error instanceof errors.AuthorizationError)
        throw new Error(
          `NATS at ${names} refuses the credentials: correct NATS_USER and NATS_PASSWORD, or NATS_TOKEN`,
          { cause: error },
        );
      if (performance.now() > untilMs)
        throw new Error(`NATS at ${names} does not answer: correct NATS_URL, or start it`, { cause: error });
      await sleep(RECONNECT_EVERY_MS);
    }
  }
}
