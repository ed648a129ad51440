import { randomBytes } from 'node:crypto';
import { operation, type Request, streamOperation, systemPrincipal } from '@lectern/contracts/core';
import { findNatsServer, NatsServer } from '@lectern/testing';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Bus } from './bus';
import { BusModule } from './bus.module';
import { BusServer } from './bus-server';
import { Handles } from './handles';
import { InProcessBus } from './in-process-bus';
import { NatsBus } from './nats/nats-bus';
import type { ServingBus } from './serving-bus';

class Question {
  query!: string;
  count?: number;
  text?: string;
}

const ask = operation({
  name: 'bench.question.ask',
  summary: 'Answer',
  body: Question,
  answer: Question,
  deadlineMs: 60_000,
});
const tokens = streamOperation({
  name: 'bench.token.list',
  summary: 'Tokens',
  body: Question,
  answer: Question,
  deadlineMs: 60_000,
});

@Controller()
class BenchHandlers {
  @Handles(ask)
  async ask({ body }: Request<typeof ask>): Promise<Question> {
    return body;
  }

  @Handles(tokens)
  async *tokens({ body }: Request<typeof tokens>): AsyncIterable<Question> {
    for (let index = 0; index < (body.count ?? 0); index++) yield { query: `token ${index} `, text: body.text };
  }
}

const caller = { principal: systemPrincipal };
const body = { query: 'What pulls the sea?' };

async function serve(bus: ServingBus) {
  const strategy = new BusServer(bus);
  @Module({ imports: [BusModule.of(strategy, () => 4_000)], controllers: [BenchHandlers] })
  class BenchModule {}
  const app = await NestFactory.createMicroservice(BenchModule, { strategy, logger: false });
  await app.listen();
  return app;
}

async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < times; index++) await work();
  return (performance.now() - startedMs) / times;
}

async function read(bus: Bus, question: Question): Promise<void> {
  for await (const value of bus.stream(tokens, { body: question }, caller)) void value;
}

async function measure(name: string, bus: Bus, times: number): Promise<void> {
  const call = () => bus.request(ask, { body }, caller);
  await timed(times, call);
  const oneMs = await timed(times, call);
  const manyMs = await timed(times / 50, () => Promise.all(Array.from({ length: 50 }, call)));
  const thousandMs = await timed(10, () => read(bus, { query: '', count: 1_000 }));
  const bulkMs = await timed(3, () => read(bus, { query: '', count: 1_000, text: 'x'.repeat(50_000) }));
  console.log(
    `${name}: call ${oneMs.toFixed(4)} ms, 50 at once ${(manyMs / 50).toFixed(4)} ms each, ` +
      `1,000 values ${thousandMs.toFixed(1)} ms, 50 MB ${bulkMs.toFixed(0)} ms`,
  );
}

async function main(): Promise<void> {
  const local = new InProcessBus();
  const app = await serve(local);
  await measure('in process', local, 5_000);
  await app.close();

  const found = findNatsServer();
  if ('missing' in found) return console.log(found.missing);
  const server = await NatsServer.start(found);
  const options = { servers: [server.url], prefix: randomBytes(6).toString('hex') };
  const [here, there] = [await NatsBus.connect(options), await NatsBus.connect(options)];
  const remote = await serve(there);
  await measure('NATS', here, 1_000);
  await remote.close();
  await Promise.all([here.close(), there.close()]);
  await server.stop();
}

void main();
