import { randomUUID } from 'node:crypto';
import { readConfig } from '@lectern/config';
import type { AddedId, AnyDriver, DriverChange, Drivers, McpStdioConfig } from '@lectern/contracts/agents';
import { validateInput } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { checkProgram } from './allowed-programs';
import { programsSlice } from './allowed-programs.config';
import { type DriverConfig, driverClassOf, mergedConfig, shownConfig, splitSecrets } from './driver-config';
import type { DriverEntity } from './driver.entity';
import { checkCatalogExpression, checkFilterExpression, checkLabelFilters } from './filter-checks';
import { type DriverKey, DriverRepository } from './driver.repository';
import { forcedMembers } from './forced-members';

/** Drivers of agents, with their secrets sealed. */
@Injectable()
export class DriverService {
  private readonly programs = readConfig(programsSlice).MCP_STDIO_SERVERS;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DriverRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** Without secrets. */
  async list(agent: string): Promise<Drivers> {
    const rows = await this.transactions.read((tx) => this.repository.list(agent, tx));
    return {
      drivers: rows.map(({ id, identifier, name, provider, config }) => ({
        config: {
          id,
          identifier,
          name,
          provider,
          config: { ...shownConfig(provider, config), ...forcedMembers(provider) },
        },
      })),
    };
  }

  /** @throws AppError `conflict`, `quota_exceeded`, `invalid_request` */
  async add(agent: string, { identifier, name, provider, config }: AnyDriver): Promise<AddedId> {
    this.check(provider, { ...config }, ['body', provider, 'config']);
    const id = randomUUID();
    const row = { agent, id, identifier, name, provider, created: new Date() };
    const sealed = this.sealed(row, { ...config });
    await this.transactions.run((tx) => this.repository.insert({ ...row, ...sealed }, tx));
    return { id };
  }

  /** @throws AppError `not_found`, `invalid_request` */
  async patch(key: DriverKey, { name, config }: DriverChange): Promise<null> {
    await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(key, tx);
      const wanted = config ? this.changed(row, config) : undefined;
      await this.repository.update({ ...row, name: name ?? row.name, ...(wanted && this.sealed(row, wanted)) }, tx);
    });
    return null;
  }

  /** @throws AppError `not_found` */
  async delete(key: DriverKey): Promise<null> {
    await this.transactions.run((tx) => this.repository.delete(key, tx));
    return null;
  }

  /** With their secrets, for modules that run. */
  async opened(agent: string): Promise<readonly OpenedDriver[]> {
    return this.transactions.read((tx) => this.openedIn(agent, tx));
  }

  /** The same, as they are in a transaction. */
  async openedIn(agent: string, tx: EntityManager): Promise<readonly OpenedDriver[]> {
    const rows = await this.repository.list(agent, tx);
    return rows.map((row) => {
      const { id, identifier, name, provider } = row;
      return { id, identifier, name, provider, config: { ...this.open(row), ...forcedMembers(provider) } };
    });
  }

  /** Whether the agent has one. */
  hasAny(agent: string, tx: EntityManager): Promise<boolean> {
    return this.repository.hasAny(agent, tx);
  }

  /** Deletes the drivers of an agent and adds others, in this order. */
  async replaceAll(agent: string, drivers: readonly AnyDriver[], tx: EntityManager): Promise<void> {
    const now = Date.now();
    const rows = drivers.map(({ identifier, name, provider, config }, place) => {
      const row = { agent, id: randomUUID(), identifier, name, provider, created: new Date(now + place) };
      return { ...row, ...this.sealed(row, { ...config }) };
    });
    await this.repository.replaceAll(agent, rows, tx);
  }

  /** Settings that would only fail when something is asked. @throws AppError `invalid_request` */
  check(provider: string, config: DriverConfig, place: readonly string[]): void {
    // Checked against the class of the provider.
    if (provider === 'mcpstdio') checkProgram(this.programs, config as Partial<McpStdioConfig>, place);
    checkFilters(config, place);
  }

  private changed(row: DriverEntity, change: DriverConfig): DriverConfig {
    const { identifier, name, provider } = row;
    const body = { identifier, name, provider, config: mergedConfig(provider, this.open(row), change) };
    const checked: unknown = validateInput({ body: driverClassOf(provider) }, { body }).body;
    // A driver of the class that it was checked against.
    const wanted: DriverConfig = { ...(checked as AnyDriver).config };
    this.check(provider, wanted, ['body', 'config']);
    return wanted;
  }

  private sealed(row: Pick<DriverEntity, 'agent' | 'id' | 'provider'>, whole: DriverConfig) {
    const { config, secrets } = splitSecrets(row.provider, whole);
    const sealed = Object.entries(secrets).map(([name, secret]) => [
      name,
      this.envelope.seal(secret, purposeOf(row, name)),
    ]);
    // Each entry is a name with a sealed text.
    return { config, secrets: Object.fromEntries(sealed) as Record<string, string> };
  }

  private open(row: DriverEntity): DriverConfig {
    const secrets = Object.entries(row.secrets).map(([name, sealed]) => {
      const secret: unknown = JSON.parse(this.envelope.open(sealed, purposeOf(row, name)));
      return [name, secret];
    });
    return { ...row.config, ...Object.fromEntries(secrets) };
  }
}

/** A driver with its secrets. */
export interface OpenedDriver {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly provider: string;
  readonly config: DriverConfig;
}

/** Filters of knowledge boxes. */
function checkFilters(
  { filter_expression: found, catalog_filter_expression: listed, filters }: DriverConfig,
  place: readonly string[],
): void {
  checkFilterExpression(found, [...place, 'filter_expression']);
  checkCatalogExpression(listed, [...place, 'catalog_filter_expression']);
  // Texts, as the class of the driver says.
  if (Array.isArray(filters)) checkLabelFilters(filters as string[], [...place, 'filters']);
}

/** Binds a sealed secret to its place, so that it opens nowhere else. */
function purposeOf({ agent, id }: Pick<DriverEntity, 'agent' | 'id'>, member: string): string {
  return `agent driver ${agent} ${id} ${member}`;
}
