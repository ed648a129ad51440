import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { findNotes, greetUser, TestGateway } from '../gateway.fixture';
import { BOX } from '../gateway-world.fixture';
import { RequestRates } from '../rate/request-rates';
import { Authorizer, type Guarded } from './authorizer';

/**
 * What it costs to know the caller of a request, by credential, and requests per second of one gateway:
 * `node dist/libs/gateway/src/access/authentication.bench.js`. Time is CPU time of this process, so that other work on
 * the machine counts little; the client is a process of its own.
 */
const ADMISSIONS = 20_000;
const REQUESTS = 8_000;
const CONNECTIONS = 16;
const ROUNDS = 3;

interface Shot {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  key: { 'x-svc-serviceaccount': 'Bearer reader' },
  person: { authorization: 'Bearer user' },
};

/** CPU microseconds of this process for one of `count` runs. */
async function cpuUs(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** The client: sends requests over connections that stay open, and ends. */
async function shoot({ url, headers }: Shot): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const asking = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`Status ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      });
      asking.on('error', reject).end();
    });
  const lane = async () => {
    for (let index = 0; index < REQUESTS / CONNECTIONS; index += 1) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
}

async function client(shot: Shot): Promise<void> {
  const child = fork(__filename, [JSON.stringify(shot)]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The client ended with ${code}`);
}

async function admissions(gateway: TestGateway): Promise<void> {
  const authorizer = gateway.get(Authorizer);
  const rates = gateway.get(RequestRates);
  for (const [name, headers] of Object.entries(credentials)) {
    const rawHeaders = ['host', 'zone.example', 'accept', '*/*', ...Object.entries(headers).flat()];
    const sent = { method: 'GET', rawHeaders, headers, socket: { remoteAddress: '127.0.0.1' } };
    // The members of a request that decide about it.
    const visit = {
      request: sent as unknown as IncomingMessage,
      params: { kbid: BOX },
      query: {},
      path: `/api/v1/kb/${BOX}/notes`,
    };
    // An operation with a route.
    const guarded = findNotes as unknown as Guarded;
    const work = async () => {
      for (let time = 0; time < ADMISSIONS; time += 1) {
        const { principal } = await authorizer.admit(guarded, visit);
        rates.admit({ principal, operation: findNotes.name, network: '127.0.0.1' });
      }
    };
    await work();
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await cpuUs(ADMISSIONS, work));
    report(`admission by ${name}`, rounds);
  }
}

async function requests(gateway: TestGateway): Promise<void> {
  const { origin } = gateway;
  const shots: Readonly<Record<string, Shot>> = {
    'without a credential': { url: `${origin}/print`, headers: {} },
    'by key, on a knowledge box': { url: `${origin}/api/v1/kb/${BOX}/notes`, headers: credentials['key'] ?? {} },
    'by person, on a knowledge box': { url: `${origin}/api/v1/kb/${BOX}/notes`, headers: credentials['person'] ?? {} },
    [`by person, ${greetUser.name}`]: { url: `${origin}/api/v1/greeting`, headers: credentials['person'] ?? {} },
  };
  for (const shot of Object.values(shots)) await client(shot);
  for (const [name, shot] of Object.entries(shots)) {
    const rounds: number[] = [];
    let ms = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const beganMs = performance.now();
      rounds.push(await cpuUs(REQUESTS, () => client(shot)));
      ms += performance.now() - beganMs;
    }
    report(`request ${name}`, rounds);
    console.log(`  ${Math.round((ROUNDS * REQUESTS * 1_000) / ms)} requests per second on the clock`);
  }
}

function report(name: string, rounds: readonly number[]): void {
  const least = Math.min(...rounds);
  const all = rounds.map((us) => us.toFixed(0)).join(', ');
  console.log(`${name}: ${least.toFixed(0)} µs of CPU (${all}), ${Math.round(1e6 / least)} per CPU second`);
}

async function main(): Promise<void> {
  const off = { REQUESTS_OF_KEY_PER_MINUTE_MAX: '1000000000', REQUESTS_OF_ROUTE_PER_MINUTE_MAX: '1000000000' };
  const more = { REQUESTS_OF_BOX_PER_MINUTE_MAX: '1000000000', REQUESTS_OF_ACCOUNT_PER_MINUTE_MAX: '1000000000' };
  const gateway = await TestGateway.start({ ...off, ...more });
  try {
    await admissions(gateway);
    await requests(gateway);
  } finally {
    await gateway.close();
  }
}

const [, , shot] = process.argv;
// Written by `client`.
void (shot === undefined ? main() : shoot(JSON.parse(shot) as Shot));
