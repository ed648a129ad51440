import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseModule, TaskQueue, Transactions } from '@lectern/database';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Mailer, MailModule } from '.';

const mail = (changed: object = {}) => ({
  id: randomUUID(),
  to: 'ada@example.org',
  subject: 'Tides',
  text: 'Open https://good.example/user/join?token=secret',
  html: '<p>Open it.</p>',
  ...changed,
});

/** A real SMTP server that keeps what it took. */
class Sink {
  readonly taken: string[] = [];
  private server?: SMTPServer;

  constructor(private port = 0) {}

  async start(more: SMTPServerOptions = {}): Promise<number> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        stream.on('end', () => {
          this.taken.push(text);
          done();
        });
      },
      ...more,
    });
    server.on('error', () => undefined);
    this.server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    // A TCP server has no other kind of address.
    return (this.port = (server.server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }

  async untilTaken(count: number): Promise<void> {
    for (let waited = 0; this.taken.length < count && waited < 20_000; waited += 20) await sleep(20);
  }
}

describe('mails of a service', () => {
  let temporary: TemporaryDatabase;
  let folder: string;
  let app: INestApplicationContext | undefined;
  const sink = new Sink();

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    folder = await mkdtemp(join(tmpdir(), 'lectern-mails-'));
    Object.assign(process.env, { DATABASE_URL: temporary.url, MAIL_DIR: folder, SECRETS_KEY: 'a'.repeat(64) });
  });
  afterEach(async () => {
    await app?.close();
    await sink.stop();
    sink.taken.length = 0;
    delete process.env['SMTP_URL'];
  });
  afterAll(async () => {
    for (const name of ['DATABASE_URL', 'MAIL_DIR', 'SECRETS_KEY']) delete process.env[name];
    await temporary.drop();
    await rm(folder, { recursive: true });
  });

  async function service(url?: string) {
    if (url !== undefined) process.env['SMTP_URL'] = url;
    const database = DatabaseModule.forFeature({ schema: 'mails', migrations: [] });
    const feature = MailModule.forFeature(database);
    class ServiceModule {}
    app = await NestFactory.createApplicationContext(
      { module: ServiceModule, imports: [database, feature] },
      { logger: false },
    );
    await app.init();
    return { mailer: app.get(Mailer), transactions: app.get(Transactions), tasks: app.get(TaskQueue) };
  }

  const jobsOf = async (tasks: TaskQueue) => (await tasks.list({})).items;
  const waiting = async (tasks: TaskQueue) => (await jobsOf(tasks)).length;
  const untilFailed = async (tasks: TaskQueue) => {
    for (let waited = 0; waited < 5_000; waited += 20) {
      const error = (await jobsOf(tasks))[0]?.lastError;
      if (error) return error;
      await sleep(20);
    }
    return '';
  };

  it('lie in the folder when nobody has configured a server', async () => {
    const { mailer } = await service();
    const one = mail();
    await mailer.send(one);
    const [name = ''] = await readdir(folder);
    expect([name, (await readFile(join(folder, name), 'utf8')).includes('To: ada@example.org')]).toEqual([
      `${one.id}.eml`,
      true,
    ]);
  });

  it('reach the server after the commit, with text and HTML, and leave no job', async () => {
    const port = await sink.start();
    const { mailer, transactions, tasks } = await service(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    const one = mail();
    await transactions.run((tx) => mailer.send(one, tx));
    await sink.untilTaken(1);
    const [text = ''] = sink.taken;
    expect(text).toContain(`Message-ID: <${one.id}@localhost>`);
    expect([text.includes('text/plain'), text.includes('text/html')]).toEqual([true, true]);
    for (let waited = 0; (await waiting(tasks)) > 0 && waited < 5_000; waited += 50) await sleep(50);
    expect(await waiting(tasks)).toBe(0);
  });

  it('are not sent where the transaction fails', async () => {
    const port = await sink.start();
    const { mailer, transactions, tasks } = await service(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    const failing = transactions.run(async (tx) => {
      await mailer.send(mail(), tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await sleep(200);
    expect([sink.taken, await waiting(tasks)]).toEqual([[], 0]);
  });

  it('wait for a server that is away, sealed, and are sent once when it is back', async () => {
    const port = await sink.start();
    await sink.stop();
    const { mailer, tasks } = await service(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    await mailer.send(mail());
    await sleep(300);
    const [job] = await jobsOf(tasks);
    expect([job?.task, JSON.stringify(job).includes('token=secret')]).toEqual(['deliverMail', false]);
    await sink.start();
    await sink.untilTaken(1);
    await sleep(300);
    expect([sink.taken.length, await waiting(tasks)]).toEqual([1, 0]);
  });

  it('are sent again after a refusal, and the job has the reason', async () => {
    let refusals = 1;
    const port = await sink.start({
      onRcptTo: (_address, _session, done) =>
        done(refusals-- > 0 ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null),
    });
    const { mailer, tasks } = await service(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    await mailer.send(mail());
    expect(await untilFailed(tasks)).toContain('451 Come back later');
    await sink.untilTaken(1);
    expect(sink.taken).toHaveLength(1);
  });

  it('are sent once to a server that takes its time', async () => {
    const port = await sink.start({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () =>
          setTimeout(() => {
            sink.taken.push('slow');
            done();
          }, 3_000),
        );
      },
    });
    const { mailer } = await service(`smtp://127.0.0.1:${port}?ignoreTLS=true`);
    await mailer.send(mail());
    await sink.untilTaken(1);
    await sleep(1_000);
    expect(sink.taken).toEqual(['slow']);
  });

  it('are not sent in the clear unless the setting says so', async () => {
    const port = await sink.start();
    const { mailer, tasks } = await service(`smtp://127.0.0.1:${port}`);
    await mailer.send(mail());
    expect([sink.taken, await untilFailed(tasks)]).toEqual([[], expect.stringContaining('TLS')]);
  });
});
