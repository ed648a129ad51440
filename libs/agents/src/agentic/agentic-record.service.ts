import type {
  AgenticConfig,
  AgenticConfigChange,
  AgenticConfigs,
  AgenticSourceChange,
  AgenticSources,
  AgenticSource,
  AnyAgenticSource,
} from '@lectern/contracts/agents';
import { isGiven } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type AgenticKey, type AgenticKind, AgenticRecordRepository } from './agentic-record.repository';
import { AgenticSourceSecrets, type SealedSource, shownSource } from './agentic-source-secrets';

/** How knowledge boxes answer as agents: configurations, and the sources that they name. */
@Injectable()
export class AgenticRecords {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AgenticRecordRepository,
    private readonly secrets: AgenticSourceSecrets,
  ) {}

  async configs(kbid: string): Promise<AgenticConfigs> {
    return { configs: await this.all<AgenticConfig>('configuration', kbid) };
  }

  async sources(kbid: string): Promise<AgenticSources> {
    const sealed = await this.all<SealedSource>('source', kbid);
    // Each has the members of its class.
    const shown = Object.entries(sealed).map(([id, source]) => [id, shownSource(source) as unknown as AgenticSource]);
    return { sources: Object.fromEntries(shown) };
  }

  /** With their secrets, for questions. */
  async openedSources(kbid: string): Promise<Readonly<Record<string, AnyAgenticSource>>> {
    const sealed = Object.entries(await this.all<SealedSource>('source', kbid));
    return Object.fromEntries(sealed.map(([id, source]) => [id, this.secrets.open({ kbid, id }, source)]));
  }

  /** @throws AppError `not_found` */
  async config(key: AgenticKey): Promise<AgenticConfig> {
    return this.one<AgenticConfig>('configuration', key);
  }

  /** @throws AppError `not_found` */
  async source(key: AgenticKey): Promise<AgenticSource> {
    // As in `sources`.
    return shownSource(await this.one<SealedSource>('source', key)) as unknown as AgenticSource;
  }

  /** @throws AppError `conflict`, `quota_exceeded` */
  async create(kind: AgenticKind, key: AgenticKey, given: object): Promise<null> {
    const config = kind === 'source' ? this.secrets.seal(key, given) : given;
    const row = { ...key, config, created: new Date() };
    await this.transactions.run((tx) => this.repository.insert(kind, row, tx));
    return null;
  }

  /** Parts that are null stay. @throws AppError `not_found` */
  async changeConfig(key: AgenticKey, change: AgenticConfigChange): Promise<null> {
    const given = Object.entries(change).filter(([, value]) => isGiven(value));
    return this.change('configuration', key, (config) => ({ ...config, ...Object.fromEntries(given) }));
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async changeSource(key: AgenticKey, change: AgenticSourceChange): Promise<null> {
    // Sealed when it was stored.
    return this.change('source', key, (config) => this.secrets.changed(key, config as SealedSource, change));
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

  private async change(kind: AgenticKind, key: AgenticKey, changed: (config: object) => object): Promise<null> {
    await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(kind, key, tx);
      await this.repository.update(kind, { ...row, config: changed(row.config) }, tx);
    });
    return null;
  }
}
