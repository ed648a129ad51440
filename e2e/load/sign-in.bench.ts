import { Agent, request } from 'node:http';
import { followMagicLink, logIn, signUp } from '@lectern/contracts/accounts';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { bearer, type Credential, issueKey, apiKey } from '../harness/credentials';
import { outboxOf } from '../harness/mails';
import { Standalone } from '../harness/standalone';
import { cpuMs, heading, line, ms, percentiles, type Timings, timed } from './figures';

const PASSWORD = 'Tides-of-1837';
const REQUESTS = 10_000;
const CONNECTIONS = 32;
const FINDS = 400;
/** At once. */
const SIGN_INS = 10;
const env = { EMBEDDER: 'lexical', SIGN_UP: 'anyone' };

/**
 * One process: requests per second of the cheapest operation, by a key and by a token of a person (aim: 2,000 on two
 * cores), and finds beside ten sign-ins at once (aim: a tenth slower at most).
 */
export async function benchSignIn(): Promise<void> {
  const lectern = await Standalone.start({ env });
  try {
    const root = new Client(lectern.origin, bearer(lectern.token));
    const kb = await root.createKnowledgeBox();
    await kb.createResource({ texts: { a: { body: 'The moon pulls the sea.' } } }, { wait: 'searchable' });
    await benchRequests(lectern, kb);
    await benchFindsBeside(lectern, kb);
    await benchUnknown(lectern);
  } finally {
    await lectern.stop();
  }
}

async function benchRequests(lectern: Standalone, kb: KnowledgeBoxClient): Promise<void> {
  heading(`authenticated requests, ${CONNECTIONS} at a time, one process`);
  const key = apiKey((await issueKey(kb, 'SMEMBER')).token);
  const person = bearer(lectern.token);
  const callers = {
    'nobody, health': {},
    'token of a person': person,
    'key of the box': key,
    'the token again': person,
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  for (const [name, headers] of Object.entries(callers)) {
    const path = name === 'nobody, health' ? '/api/v1/health/alive' : `/api/v1${kb.path}`;
    const call = () => answered({ url: `${lectern.origin}${path}`, headers, agent });
    const beforeMs = cpuMs([lectern.app.pid]);
    const timings = await timed(REQUESTS, CONNECTIONS, call);
    const usedMs = ((cpuMs([lectern.app.pid]) ?? NaN) - (beforeMs ?? NaN)) / (1.1 * REQUESTS);
    line(name, `${timings.perSecond.toFixed(0)}/s`, `p50 ${ms(timings.p50Ms)}`, `CPU ${ms(usedMs)}`);
  }
  agent.destroy();
}

interface Sent {
  readonly url: string;
  readonly headers: Credential;
  readonly agent: Agent;
}

/** An account and an address may be tried a few times only. */
const REFUSALS = 2 * SIGN_INS;

/** Whether the time of a refusal tells if there is such a person; in turns, so that both meet the same machine. */
async function benchUnknown(lectern: Standalone): Promise<void> {
  heading('sign-ins with a wrong password, one at a time');
  const anyone = new Client(lectern.origin);
  const laps: Record<string, number[]> = { known: [], unknown: [] };
  for (let i = 0; i < REFUSALS; i += 1) {
    const known = addressOf(i % SIGN_INS);
    for (const [name, username] of [['known', known] as const, ['unknown', `unknown-${i}@example.org`] as const]) {
      const beganMs = performance.now();
      const { status } = await anyone.send('POST', '/api/auth/login', {
        body: { username, password: 'Wrong-of-1837' },
      });
      if (status !== 401) throw new Error(`A wrong password is ${status}`);
      laps[name]?.push(performance.now() - beganMs);
    }
  }
  for (const [name, lapsMs] of Object.entries(laps)) {
    const { p50Ms, p95Ms } = percentiles(lapsMs);
    line(`a wrong password of somebody ${name}`, `p50 ${ms(p50Ms)}`, `p95 ${ms(p95Ms)}`);
  }
}

/** Cheaper for the machine than `fetch`. */
function answered({ url, headers, agent }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${answer.statusCode ?? 0}`)),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

async function benchFindsBeside(lectern: Standalone, kb: KnowledgeBoxClient): Promise<void> {
  heading(`finds, one at a time, beside ${SIGN_INS} sign-ins at once`);
  const people = await Promise.all(Array.from({ length: SIGN_INS }, (_, i) => newPerson(lectern, i)));
  const find = () => kb.find({ query: 'moon', features: ['keyword'] });
  const anyone = new Client(lectern.origin);
  const signIn = (username: string) => anyone.api.call(logIn, { body: { username, password: PASSWORD } });
  const [first = ''] = people;
  const alone = await timed(20, 1, () => signIn(first));
  line('a sign-in alone', `p50 ${ms(alone.p50Ms)}`);
  for (const turn of [1, 2, 3]) {
    const before = await timed(FINDS, 1, find);
    let isOver = false;
    const lapsMs: number[] = [];
    const load = people.map(async (email) => {
      while (!isOver) {
        const beganMs = performance.now();
        await signIn(email);
        lapsMs.push(performance.now() - beganMs);
      }
    });
    const beside = await timed(FINDS, 1, find);
    isOver = true;
    await Promise.all(load);
    line(`${turn}: finds alone`, ...cells(before));
    line(`${turn}: finds beside sign-ins`, ...cells(beside), `×${(beside.p50Ms / before.p50Ms).toFixed(2)}`);
    line(`${turn}: those sign-ins`, `${lapsMs.length}`, `p50 ${ms(percentiles(lapsMs).p50Ms)}`);
  }
}

const cells = ({ p50Ms, p95Ms }: Timings) => [`p50 ${ms(p50Ms)}`, `p95 ${ms(p95Ms)}`];

const addressOf = (number: number) => `person-${number}@example.org`;

/** @returns the mail address of a person with a password */
async function newPerson({ origin, folder }: Standalone, number: number): Promise<string> {
  const email = addressOf(number);
  const { api } = new Client(origin);
  await api.call(signUp, { body: { name: 'Ada', email, password: PASSWORD } });
  const mail = await until(async () => (await outboxOf(folder, email))[0], 'a mail');
  const token = /token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
  await api.call(followMagicLink, { query: { token } });
  return email;
}
