import { lanes } from '@lectern/contracts/core';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { type Admission, admitted } from './admission';
import { Handlers, unwrapped } from './handlers';
import type { ServingBus } from './serving-bus';

/** Nest's side of the bus: collects the handlers that Nest binds and passes them to the bus. */
export class BusServer extends Server implements CustomTransportStrategy {
  private readonly handlers = new Handlers();
  private serving: Promise<void> | undefined;

  /** @param admission without it, lanes have no limits */
  constructor(
    readonly bus: ServingBus,
    private readonly admission?: Admission,
  ) {
    super();
  }

  /** @throws Error when an operation gets a second handler */
  // eslint-disable-next-line no-restricted-syntax -- Nest's own signature.
  override addHandler(
    pattern: string,
    handler: MessageHandler<unknown, unknown, unknown>,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    if (isEventHandler) this.handlers.listen(pattern, (data) => unwrapped(handler(data)));
    else {
      const handle = (request: unknown) => unwrapped(handler(request));
      const operation = { stream: extras['stream'] === true, addressed: extras['addressed'] === true, handle };
      const lane = lanes.find((one) => one === extras['lane']);
      const { admission } = this;
      this.handlers.handle(pattern, lane && admission ? admitted(operation, lane, admission) : operation);
    }
  }

  /** All handlers are bound when Nest calls this or, earlier, the bootstrap hook of `BusModule`. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    await this.serve().then(() => callback(), callback);
  }

  /** Idempotent. */
  serve(): Promise<void> {
    return (this.serving ??= this.bus.serve(this.handlers));
  }

  /** Only withdraws: running calls end in `ServingBus.drain`, after the modules have stopped their own work. */
  async close(): Promise<void> {
    await this.bus.withdraw();
  }

  on(): void {}

  unwrap<T>(): T {
    throw new Error('The bus has no underlying server to give away');
  }
}
