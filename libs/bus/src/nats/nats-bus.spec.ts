import { randomBytes } from 'node:crypto';
import { findNatsServer, NatsServer } from '@lectern/testing';
import { type BusMaker, describeBus } from '../bus.contract';
import { NatsBus } from './nats-bus';

const found = findNatsServer();
if ('missing' in found) process.stderr.write(`Skipped: NatsBus, ${found.missing}\n`);

('missing' in found ? describe.skip : describe)('NatsBus', () => {
  let server: NatsServer;
  const times = { heartbeatMs: 100, silenceMsMax: 500 };

  beforeAll(async () => {
    server = await NatsServer.start(found);
  });

  afterAll(() => server.stop());

  function maker(): BusMaker {
    const prefix = randomBytes(6).toString('hex');
    return { make: (observe) => NatsBus.connect({ servers: [server.url], prefix, times, observe }) };
  }

  let current: BusMaker;
  beforeEach(() => {
    current = maker();
  });
  describeBus(() => current, 1);
});
