import type { EventDefinition, Input, StreamOperation, UnaryOperation } from '@lectern/contracts/core';
import type { FactoryProvider } from '@nestjs/common';
import { Bus, type CallOptions } from './bus';

interface Named {
  readonly name: string;
  /** Of operations: as they are declared. */
  readonly addressed?: true;
}

/** Use of the bus by a module, besides the operations and events that its controllers handle. */
export interface BusUse {
  /** Operations that it calls. */
  readonly calls?: readonly Named[];
  /** Events that it publishes. */
  readonly publishes?: readonly Named[];
  /** Operations that it handles only where the deployment is configured so. */
  readonly handlesIfConfigured?: readonly Named[];
}

/** The unrestricted bus of the process; modules get a `Bus` restricted by `busFor`. */
export abstract class ProcessBus extends Bus {}

/** A provider of `Bus` that declares how it is used. */
export type DeclaredBusProvider = FactoryProvider<Bus> & { readonly use: BusUse };

/**
 * The `Bus` of a module, which can call and publish only what is declared here: permissions on NATS are generated from
 * the same declaration. A module without it has no `Bus`.
 */
export function busFor(use: BusUse): DeclaredBusProvider {
  return { provide: Bus, inject: [ProcessBus], useFactory: (bus: ProcessBus) => new DeclaredBus(bus, use), use };
}

class DeclaredBus extends Bus {
  private readonly calls: ReadonlySet<string>;
  private readonly publishes: ReadonlySet<string>;

  constructor(
    private readonly bus: Bus,
    { calls = [], publishes = [] }: BusUse,
  ) {
    super();
    this.calls = new Set(calls.map(({ name }) => name));
    this.publishes = new Set(publishes.map(({ name }) => name));
  }

  get process(): string {
    return this.bus.process;
  }

  async request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A> {
    checkDeclared(operation, this.calls, 'calls');
    return this.bus.request(operation, input, options);
  }

  stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncIterable<A> {
    checkDeclared(operation, this.calls, 'calls');
    return this.bus.stream(operation, input, options);
  }

  publish<T>(event: EventDefinition<T>, data: T): void {
    checkDeclared(event, this.publishes, 'publishes');
    this.bus.publish(event, data);
  }
}

function checkDeclared({ name }: Named, declared: ReadonlySet<string>, list: keyof BusUse): void {
  if (!declared.has(name)) throw new Error(`${name} is not declared: add it to \`${list}\` of the module's busFor()`);
}
