import { operation, type Request, streamOperation, systemPrincipal } from '@lectern/contracts/core';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Injectable,
  Module,
  type NestInterceptor,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { map } from 'rxjs';
import { BusModule } from './bus.module';
import { BusServer } from './bus-server';
import { Handles } from './handles';
import { InProcessBus } from './in-process-bus';

class Greeting {
  text!: string;
}

const greet = operation({
  name: 'try.greeting.get',
  summary: 'Greet',
  body: Greeting,
  answer: Greeting,
  deadlineMs: 1_000,
});
const greetAll = streamOperation({
  name: 'try.greeting.list',
  summary: 'Greet all',
  answer: Greeting,
  deadlineMs: 1_000,
});
const closed = operation({ name: 'try.door.open', summary: 'Never lets in', answer: Greeting, deadlineMs: 1_000 });

@Injectable()
class Louder implements NestInterceptor<unknown, unknown> {
  intercept(_: ExecutionContext, next: CallHandler<unknown>) {
    return next.handle().pipe(map((value) => (value instanceof Greeting ? { text: value.text.toUpperCase() } : value)));
  }
}

const nobody = { canActivate: () => false };

@Controller()
@UseInterceptors(Louder)
class GreetingHandlers {
  @Handles(greet)
  async greet({ body }: Request<typeof greet>): Promise<Greeting> {
    return Object.assign(new Greeting(), { text: `Hello ${body.text}` });
  }

  @Handles(greetAll)
  async *greetAll(): AsyncIterable<Greeting> {
    yield { text: 'one' };
    yield { text: 'two' };
  }

  @Handles(closed)
  @UseGuards(nobody)
  async open(): Promise<Greeting> {
    return { text: 'open' };
  }
}

/** Never instantiated: only the compiler checks this class. */
export class WrongHandlers {
  // @ts-expect-error the answer is not a Greeting
  @Handles(greet)
  async number(): Promise<number> {
    return 1;
  }

  // @ts-expect-error the handler wants more than the operation gives
  @Handles(greet)
  async wantsMore({ body }: { body: { other: string } }): Promise<Greeting> {
    return { text: body.other };
  }

  // @ts-expect-error a stream operation needs an async iterable
  @Handles(greetAll)
  async one(): Promise<Greeting> {
    return { text: 'one' };
  }

  // @ts-expect-error a unary operation needs a promise
  @Handles(greet)
  async *many(): AsyncIterable<Greeting> {
    yield { text: 'one' };
  }
}

describe('Handles', () => {
  const bus = new InProcessBus();
  const strategy = new BusServer(bus);
  const caller = { principal: systemPrincipal };

  @Module({ imports: [BusModule.of(strategy, () => 4_000)], controllers: [GreetingHandlers] })
  class GreetingModule {}

  beforeAll(async () => {
    const app = await NestFactory.createMicroservice(GreetingModule, { strategy, logger: false });
    await app.listen();
  });

  it('runs the interceptors of Nest around a handler', async () => {
    expect(await bus.request(greet, { body: { text: 'Ada' } }, caller)).toEqual({ text: 'HELLO ADA' });
  });

  it('streams also through an interceptor', async () => {
    const values: Greeting[] = [];
    for await (const value of bus.stream(greetAll, {}, caller)) values.push(value);
    expect(values).toEqual([{ text: 'one' }, { text: 'two' }]);
  });

  it('lets the guards of Nest refuse, without their text', async () => {
    await expect(bus.request(closed, {}, caller)).rejects.toMatchObject({
      code: 'internal',
      message: 'Internal error',
    });
  });
});
