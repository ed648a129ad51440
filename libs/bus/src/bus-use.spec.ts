import { event, operation, type Request, streamOperation, systemPrincipal } from '@lectern/contracts/core';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Bus } from './bus';
import { BusModule } from './bus.module';
import { BusServer } from './bus-server';
import { busFor, ProcessBus } from './bus-use';
import { Handles, On } from './handles';
import { InProcessBus } from './in-process-bus';
import { dutiesOf } from './module-duties';

class Text {
  text!: string;
}

const greet = operation({ name: 'try.greeting.get', summary: 'Greet', body: Text, answer: Text, deadlineMs: 1_000 });
const whisper = operation({
  name: 'try.whisper.get',
  summary: 'Whisper',
  addressed: true,
  answer: Text,
  deadlineMs: 1_000,
});
const count = streamOperation({ name: 'try.number.list', summary: 'Count', answer: Text, deadlineMs: 1_000 });
const greeted = event<{ readonly text: string }>('try.greeted');
const whispered = event<{ readonly text: string }>('try.whispered');

@Controller()
class GreetingHandlers {
  readonly heard: string[] = [];

  @Handles(greet)
  async greet({ body }: Request<typeof greet>): Promise<Text> {
    return { text: `Hello ${body.text}` };
  }

  @Handles(whisper)
  async whisper(): Promise<Text> {
    return { text: 'psst' };
  }

  @On(greeted)
  hear({ text }: { readonly text: string }): void {
    this.heard.push(text);
  }
}

@Module({ controllers: [GreetingHandlers] })
class GreetingModule {}

@Injectable()
class Guest {
  constructor(@Inject(Bus) readonly bus: Bus) {}
}

@Module({ providers: [busFor({ calls: [greet], publishes: [greeted] }), Guest], exports: [Guest] })
class GuestModule {}

@Module({ imports: [GuestModule, GreetingModule] })
class PartyModule {}

@Module({ providers: [Guest] })
class UninvitedModule {}

const options = { principal: systemPrincipal };

async function started(module: object) {
  const server = new BusServer(new InProcessBus());
  class Root {}
  const root = { module: Root, imports: [BusModule.of(server, () => 0), Object(module)] };
  const nest = await NestFactory.createMicroservice(root, { strategy: server, logger: false, abortOnError: false });
  await nest.listen();
  return nest;
}

describe('the bus of a module', () => {
  it('carries what the module declares', async () => {
    const nest = await started(PartyModule);
    const { bus } = nest.get(Guest, { strict: false });
    expect(bus.process).toBe(nest.get(ProcessBus).process);
    await expect(bus.request(greet, { body: { text: 'Ann' } }, options)).resolves.toEqual({ text: 'Hello Ann' });
    bus.publish(greeted, { text: 'Ann' });
    await new Promise(setImmediate);
    expect(nest.get(GreetingHandlers, { strict: false }).heard).toEqual(['Ann']);
    await nest.close();
  });

  it('refuses what it does not declare, although somebody handles it', async () => {
    const nest = await started(PartyModule);
    const { bus } = nest.get(Guest, { strict: false });
    await expect(bus.request(whisper, {}, options)).rejects.toThrow('try.whisper.get is not declared');
    expect(() => bus.stream(count, {}, options)).toThrow('try.number.list is not declared');
    expect(() => bus.publish(whispered, { text: '' })).toThrow('try.whispered is not declared');
    await nest.close();
  });

  it('does not exist without a declaration', async () => {
    await expect(started(UninvitedModule)).rejects.toThrow(/resolve dependencies of the Guest/);
  });
});

describe('the duties of modules', () => {
  it('are what they and all that they import declare', () => {
    expect(dutiesOf([PartyModule])).toEqual({
      handles: ['try.greeting.get', 'try.whisper.get'],
      handlesIfConfigured: [],
      calls: ['try.greeting.get'],
      addressed: ['try.whisper.get'],
      publishes: ['try.greeted'],
      hears: ['try.greeted'],
    });
  });
});
