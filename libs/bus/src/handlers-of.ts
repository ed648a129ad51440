import type { Call, Input, StreamOperation, UnaryOperation } from '@lectern/contracts/core';
import { type Abstract, Controller, Inject, type Type } from '@nestjs/common';
import { Handles } from './handles';

/** The request of a handler, `Request<typeof operation>`; only the operation says what is in it. */
type Asked<P, Q, H, B> = NoInfer<Input<P, Q, H, B> & Call>;

/** A class whose instance Nest injects. */
type Injected<S> = Type<S> | Abstract<S>;

/**
 * A controller that is a table: each row names an operation and the function that answers it. It belongs to the
 * `controllers` of its module.
 */
export interface HandlerTable<S> extends Type {
  /**
   * Adds a row. The function gets the service and the request; it returns a promise of the answer, or for a stream
   * operation an async iterable of values.
   */
  answer<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    answering: (service: S, request: Asked<P, Q, H, B>) => Promise<NoInfer<A>>,
  ): this;
  answer<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    answering: (service: S, request: Asked<P, Q, H, B>) => AsyncIterable<NoInfer<A>>,
  ): this;
  /** Functions of another service answer in the rows that follow. */
  of<O>(service: Injected<O>): HandlerTable<O>;
}

/**
 * Handlers that decide nothing: which function of a service answers which operation, and what it gets of the request.
 * A handler that decides something is a method with `@Handles`. Each row becomes such a method, so both have the same
 * checks, guards and interceptors.
 */
export function handlersOf<S>(service: Injected<S>): HandlerTable<S> {
  @Controller()
  class Table {
    /** Where Nest puts the service of the next rows. */
    private static place: symbol;

    static of(other: Injected<unknown>): typeof Table {
      this.place = Symbol(other.name);
      Inject(other)(this.prototype, this.place);
      return this;
    }

    static answer(operation: UnaryOperation, answering: Answering): typeof Table {
      addRow(this.prototype, operation, methodThatAnswers(this.place, answering));
      return this;
    }
  }
  Object.defineProperty(Table, 'name', { value: `${service.name}Handlers` });
  // The interface gives each row the types of its service and operation, which the class cannot keep.
  return Table.of(service) as unknown as HandlerTable<S>;
}

type Answering = (service: unknown, request: unknown) => Promise<unknown>;

function methodThatAnswers(place: symbol, answering: Answering) {
  return function answer(this: object, request: unknown): Promise<unknown> {
    return answering(Reflect.get(this, place), request);
  };
}

/** @param operation a stream operation, too: the types of the row say what the method returns */
function addRow(prototype: object, operation: UnaryOperation, value: (request: unknown) => Promise<unknown>): void {
  if (Object.hasOwn(prototype, operation.name)) throw new Error(`${operation.name} has two handlers in one table`);
  Object.defineProperty(prototype, operation.name, { value });
  Handles(operation)(prototype, operation.name, { value });
}
