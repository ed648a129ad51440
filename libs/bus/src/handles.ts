import type { Call, EventDefinition, Input, Lane, StreamOperation, UnaryOperation } from '@lectern/contracts/core';
import { Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';

/** Decorates a method of exactly this type; another type does not compile. */
type DecoratorFor<M> = <T extends M>(target: object, name: string | symbol, method: TypedPropertyDescriptor<T>) => void;

/** Keeps errors as they were thrown: Nest's own filter would replace them before the bus sees them. */
@Catch()
class WholeErrors implements ExceptionFilter {
  catch(error: unknown): never {
    throw error;
  }
}

const wholeErrors = new WholeErrors();

/** Metadata of the handler for the strategy. */
export interface HandlerExtras {
  /** Whether the handler returns an async iterable of values. */
  readonly stream: boolean;
  /** Whether calls may name one of the processes that handle it. */
  readonly addressed?: true;
  /** The limit of concurrency that the operation declares. */
  readonly lane?: Lane;
}

/** The members of an operation that its handler needs. */
interface HandledOperation extends Partial<HandlerExtras> {
  readonly name: string;
}

/**
 * Makes a method of a `@Controller()` class the handler of an operation: it gets `Request<typeof operation>` and
 * returns a promise of the answer, or for a stream operation an async iterable of values. Nest's guards, pipes and
 * interceptors apply as with `@MessagePattern`. One handler per operation and process.
 */
export function Handles<P, Q, H, B, A>(
  operation: UnaryOperation<P, Q, H, B, A>,
): DecoratorFor<(request: Input<P, Q, H, B> & Call) => Promise<A>>;
export function Handles<P, Q, H, B, A>(
  operation: StreamOperation<P, Q, H, B, A>,
): DecoratorFor<(request: Input<P, Q, H, B> & Call) => AsyncIterable<A>>;
export function Handles({ name, stream = false, lane, addressed }: HandledOperation): MethodDecorator {
  const extras: HandlerExtras = { stream, lane, addressed };
  return decorateWith(MessagePattern(name, { ...extras }));
}

/**
 * Calls a method of a `@Controller()` class for each event. Every listener in every process gets it; one listener
 * gets its events in order, one at a time. Errors that it throws are logged.
 */
export function On<T>(event: EventDefinition<T>): DecoratorFor<(data: T) => Promise<void> | void> {
  // Nest types the data by its own event map; ours is typed by DecoratorFor.
  return decorateWith(EventPattern(event.name) as MethodDecorator);
}

function decorateWith(pattern: MethodDecorator): MethodDecorator {
  return (target, name, method) => {
    pattern(target, name, method);
    UseFilters(wholeErrors)(target, name, method);
  };
}
