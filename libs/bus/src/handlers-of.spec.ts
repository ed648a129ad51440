import { operation, streamOperation, systemPrincipal } from '@lectern/contracts/core';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Module,
  type NestInterceptor,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { map } from 'rxjs';
import { BusModule } from './bus.module';
import { BusServer } from './bus-server';
import { handlersOf } from './handlers-of';
import { InProcessBus } from './in-process-bus';
import { dutiesOf } from './module-duties';

class Greeting {
  text!: string;
}

const DEADLINE_MS = 1_000;
const answered = { summary: 'Answered by a table', answer: Greeting, deadlineMs: DEADLINE_MS };
const greet = operation({ name: 'try.greeting.get', body: Greeting, ...answered });
const greetAll = streamOperation({ name: 'try.greeting.list', ...answered });
const leave = operation({ name: 'try.farewell.get', body: Greeting, ...answered });
const closed = operation({ name: 'try.door.open', ...answered });

@Injectable()
class Words {
  readonly hello = 'Hello';
}

@Injectable()
class Greeter {
  constructor(private readonly words: Words) {}

  async greet(name: string): Promise<Greeting> {
    return { text: `${this.words.hello} ${name}` };
  }

  async *greetAll(names: readonly string[]): AsyncIterable<Greeting> {
    for (const name of names) yield await this.greet(name);
  }
}

/** A port: its adapter is injected. */
abstract class Farewells {
  abstract leave(name: string): Promise<Greeting>;
}

const goodbye: Farewells = { leave: async (name) => ({ text: `Goodbye ${name}` }) };

const GreetingHandlers = handlersOf(Greeter)
  .answer(greet, (greeter, { body }) => greeter.greet(body.text))
  .answer(greetAll, (greeter, { principal }) => greeter.greetAll([principal.kind, 'all']))
  .of(Farewells)
  .answer(leave, (farewells, { body }) => farewells.leave(body.text));

const ClosedHandlers = handlersOf(Greeter).answer(closed, (greeter) => greeter.greet('nobody'));
UseGuards({ canActivate: () => false })(ClosedHandlers);

@Injectable()
class Louder implements NestInterceptor<unknown, unknown> {
  intercept(_: ExecutionContext, next: CallHandler<Greeting>) {
    return next.handle().pipe(map(({ text }) => ({ text: text.toUpperCase() })));
  }
}

const LoudHandlers = handlersOf(Greeter).answer(closed, (greeter) => greeter.greet('you'));
UseInterceptors(Louder)(LoudHandlers);

/** Never called: only the compiler checks these rows. */
export function wrongRows() {
  const table = handlersOf(Greeter);
  // @ts-expect-error the answer is not a Greeting
  table.answer(greet, async () => 1);
  // @ts-expect-error the answer lacks the text
  table.answer(greet, async () => ({}));
  // @ts-expect-error the body of the operation has no such member
  table.answer(greet, (greeter, { body }) => greeter.greet(body.other));
  // @ts-expect-error the operation has no parameters
  table.answer(greet, (greeter, { params }) => greeter.greet(params.kbid));
  // @ts-expect-error the function wants more than the operation gives
  table.answer(greet, (greeter, { body }: { readonly body: { readonly other: string } }) => greeter.greet(body.other));
  // @ts-expect-error the service has no such function
  table.answer(greet, (greeter, { body }) => greeter.leave(body.text));
  // @ts-expect-error a stream operation needs an async iterable
  table.answer(greetAll, (greeter) => greeter.greet('one'));
  // @ts-expect-error a unary operation needs a promise
  table.answer(greet, (greeter) => greeter.greetAll([]));
  // @ts-expect-error rows after `of` are answered by the other service
  table.of(Farewells).answer(greet, (farewells, { body }) => farewells.greet(body.text));
}

/** A process with these handlers, and a caller of it. */
async function serving(...controllers: readonly Type[]) {
  const bus = new InProcessBus();
  const strategy = new BusServer(bus);
  @Module({
    imports: [BusModule.of(strategy, () => DEADLINE_MS)],
    controllers: [...controllers],
    providers: [Words, Greeter, { provide: Farewells, useValue: goodbye }],
  })
  class GreetingModule {}
  // `abortOnError` would end the process instead of throwing.
  const options = { strategy, logger: false, abortOnError: false } as const;
  const app = await NestFactory.createMicroservice(GreetingModule, options);
  await app.listen();
  return bus;
}

describe('handlersOf', () => {
  const caller = { principal: systemPrincipal };
  const ada = { body: { text: 'Ada' } };

  it('lets functions of the injected service answer', async () => {
    const bus = await serving(GreetingHandlers);
    expect(await bus.request(greet, ada, caller)).toEqual({ text: 'Hello Ada' });
  });

  it('lets them answer streams', async () => {
    const bus = await serving(GreetingHandlers);
    const values: Greeting[] = [];
    for await (const value of bus.stream(greetAll, {}, caller)) values.push(value);
    expect(values).toEqual([{ text: 'Hello system' }, { text: 'Hello all' }]);
  });

  it('lets functions of another service answer the rows that follow', async () => {
    const bus = await serving(GreetingHandlers);
    expect(await bus.request(leave, ada, caller)).toEqual({ text: 'Goodbye Ada' });
  });

  it('makes handlers that guards and interceptors of Nest surround', async () => {
    expect(await (await serving(LoudHandlers)).request(closed, {}, caller)).toEqual({ text: 'HELLO YOU' });
    await expect((await serving(ClosedHandlers)).request(closed, {}, caller)).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('makes handlers that the duties of the module name, without starting it', () => {
    @Module({ controllers: [GreetingHandlers] })
    class GreetingModule {}
    expect(dutiesOf([GreetingModule]).handles).toEqual(['try.farewell.get', 'try.greeting.get', 'try.greeting.list']);
  });

  it('gives an operation no second handler, in the same table or in another', async () => {
    const table = handlersOf(Words).answer(greet, async ({ hello }) => ({ text: hello }));
    expect(() => table.answer(greet, async () => ({ text: 'Again' }))).toThrow('try.greeting.get has two handlers');
    await expect(serving(GreetingHandlers, table)).rejects.toThrow('try.greeting.get has two handlers');
  });
});
