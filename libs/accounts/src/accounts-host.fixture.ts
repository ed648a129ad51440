import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Handles, InProcessBus, On } from '@lectern/bus';
import { verifyUserCredential } from '@lectern/contracts/accounts';
import { accessChanged, AppError, type Principal, type Request, systemPrincipal } from '@lectern/contracts/core';
import {
  indexKnowledgeBoxes,
  purgeFormerAccount,
  removeFormerMembersOfAccount,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { Application, Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Controller, Module, type Type } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsModule } from '.';
import { mailsIn, type ReadMail } from './people.fixture';
import { UserEntity } from './user/user.entity';

export const TOKEN = 'a-token-that-somebody-has-chosen-0123456789';

type Environment = Readonly<Record<string, string>>;

/** Changes of access that the host published, oldest first. */
const heard: object[] = [];

@Controller()
class Listener {
  @On(accessChanged)
  changed(change: object): void {
    heard.push(change);
  }

  @Handles(indexKnowledgeBoxes)
  async index() {
    return { boxes: [] };
  }

  @Handles(removeFormerMembersOfAccount)
  async removeMembers({ body }: Request<typeof removeFormerMembersOfAccount>) {
    duties.push(body);
    return null;
  }

  @Handles(purgeFormerAccount)
  async purge({ body }: Request<typeof purgeFormerAccount>) {
    duties.push(body);
    return { left: 0 };
  }
}

@Module({ controllers: [Listener] })
class ListenerModule {}

/** What the zone beside the host was asked to do, oldest first. */
const duties: object[] = [];

/** Starts a process of the accounts host, with these settings for the time of its start. */
async function startWith(environment: Environment, bus: InProcessBus): Promise<Application> {
  Object.assign(process.env, environment);
  try {
    const parts = { bus, metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    return await Application.start([AccountsModule, ListenerModule], parts);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

/** An accounts host on a database of its own, with a root user whose token is `TOKEN`. */
export class AccountsHost {
  readonly heard = heard;
  readonly duties = duties;

  private constructor(
    private readonly database: TemporaryDatabase,
    readonly folder: string,
    private app: Application,
    readonly bus: InProcessBus,
  ) {}

  static async start(environment: Environment = {}): Promise<AccountsHost> {
    const database = await temporaryDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
    const bus = new InProcessBus();
    const own = { DATABASE_URL: database.url, DATA_DIR: folder, BOOTSTRAP_TOKEN: TOKEN, ...environment };
    heard.length = 0;
    duties.length = 0;
    return new AccountsHost(database, folder, await startWith(own, bus), bus);
  }

  /** What another process of the same host prints when it starts, and stops again. */
  async printedByStart(environment: Environment = {}): Promise<string> {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    try {
      const own = { DATABASE_URL: this.database.url, DATA_DIR: this.folder, ...environment };
      await (await startWith(own, new InProcessBus())).close();
    } finally {
      write.mockRestore();
    }
    return lines.join('');
  }

  async removeUser(id: string): Promise<void> {
    await this.run((tx) => tx.delete(UserEntity, { id }));
  }

  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.app.get(Transactions).run(work);
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  async root(): Promise<Principal> {
    const body = { carrier: 'authorization', token: TOKEN } as const;
    const { kind, id, key } = await this.bus.request(verifyUserCredential, { body }, { principal: systemPrincipal });
    return { kind, id, key, roles: [] };
  }

  /** Mails to one address, once there are as many. */
  async mailsTo(email: string, count = 1): Promise<readonly ReadMail[]> {
    for (let waitedMs = 0; ; waitedMs += 50) {
      const mails = await mailsIn(this.folder, email);
      if (mails.length >= count || waitedMs > 20_000) return mails;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }

  /** A user who is in no account. */
  async createUser(more: Partial<UserEntity> = {}): Promise<Principal & { readonly email: string }> {
    const id = randomUUID();
    const email = `${id}@example.org`;
    const user = { id, email, name: 'Ada', type: 'USER', avatar: null, language: 'EN' } as const;
    const row = { ...user, disabled: false, lastLogin: null, created: new Date('2026-01-02T03:04:05Z'), ...more };
    await this.run((tx) => tx.insert(UserEntity, row));
    return { kind: 'user', id, email, roles: [] };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Code and message of what it is refused with; `accepted` otherwise. */
export async function refusalOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}
