import type {
  AgenticConfig,
  AgenticConfigChange,
  AgenticConfigs,
  AgenticSourceChange,
  AgenticSources,
  BoxPartSource,
} from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type AgenticKey, type AgenticKind, AgenticRecordRepository } from './agentic-record.repository';

/** How knowledge boxes answer as agents: configurations, and the sources that they name. */
@Injectable()
export class AgenticRecords {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AgenticRecordRepository,
  ) {}

  async configs(kbid: string): Promise<AgenticConfigs> {
    return { configs: await this.all<AgenticConfig>('configuration', kbid) };
  }

  async sources(kbid: string): Promise<AgenticSources> {
    return { sources: await this.all<BoxPartSource>('source', kbid) };
  }

  /** @throws AppError `not_found` */
  async config(key: AgenticKey): Promise<AgenticConfig> {
    return this.one<AgenticConfig>('configuration', key);
  }

  /** @throws AppError `not_found` */
  async source(key: AgenticKey): Promise<BoxPartSource> {
    return this.one<BoxPartSource>('source', key);
  }

  /** @throws AppError `conflict`, `quota_exceeded` */
  async create(kind: AgenticKind, key: AgenticKey, config: object): Promise<null> {
    const row = { ...key, config, created: new Date() };
    await this.transactions.run((tx) => this.repository.insert(kind, row, tx));
    return null;
  }

  /** Parts that are null stay. @throws AppError `not_found` */
  async changeConfig(key: AgenticKey, change: AgenticConfigChange): Promise<null> {
    return this.change('configuration', key, givenMembers(change, [null, undefined]));
  }

  /** @throws AppError `not_found` */
  async changeSource(key: AgenticKey, { description, ...change }: AgenticSourceChange): Promise<null> {
    const given = { ...change, ...(description !== null && { description }) };
    return this.change('source', key, givenMembers(given, [undefined]));
  }

  /** @throws AppError `not_found` */
  async delete(kind: AgenticKind, key: AgenticKey): Promise<null> {
    await this.transactions.run((tx) => this.repository.delete(kind, key, tx));
    return null;
  }

  private async all<T>(kind: AgenticKind, kbid: string): Promise<Readonly<Record<string, T>>> {
    const rows = await this.transactions.read((tx) => this.repository.list(kind, kbid, tx));
    // Each was checked against the class of its kind.
    return Object.fromEntries(rows.map(({ id, config }) => [id, config as T]));
  }

  private async one<T>(kind: AgenticKind, key: AgenticKey): Promise<T> {
    const { config } = await this.transactions.read((tx) => this.repository.get(kind, key, tx));
    // As in `all`.
    return config as T;
  }

  private async change(kind: AgenticKind, key: AgenticKey, change: object): Promise<null> {
    await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(kind, key, tx);
      await this.repository.update(kind, { ...row, config: { ...row.config, ...change } }, tx);
    });
    return null;
  }
}

/** Members of a change that have a value. */
function givenMembers(change: object, unset: readonly unknown[]): object {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => !unset.includes(value)));
}
