import { randomUUID } from 'node:crypto';
import { type AddedId, type AnyDriver, type DriverChange, type Drivers } from '@lectern/contracts/agents';
import { validateInput } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type DriverConfig, driverClassOf, mergedConfig, shownConfig, splitSecrets } from './driver-config';
import type { DriverEntity } from './driver.entity';
import { type DriverKey, DriverRepository } from './driver.repository';

/** Drivers of agents, with their secrets sealed. */
@Injectable()
export class DriverService {
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
        config: { id, identifier, name, provider, config: shownConfig(provider, config) },
      })),
    };
  }

  /** @throws AppError `conflict`, `quota_exceeded` */
  async add(agent: string, { identifier, name, provider, config }: AnyDriver): Promise<AddedId> {
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
      const { identifier, name, provider } = row;
      return { identifier, name, provider, config: this.open(row) };
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

  private changed(row: DriverEntity, change: DriverConfig): DriverConfig {
    const { identifier, name, provider } = row;
    const body = { identifier, name, provider, config: mergedConfig(provider, this.open(row), change) };
    const checked: unknown = validateInput({ body: driverClassOf(provider) }, { body }).body;
    // A driver of the class that it was checked against.
    return { ...(checked as AnyDriver).config };
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
  readonly identifier: string;
  readonly name: string;
  readonly provider: string;
  readonly config: DriverConfig;
}

/** Binds a sealed secret to its place, so that it opens nowhere else. */
function purposeOf({ agent, id }: Pick<DriverEntity, 'agent' | 'id'>, member: string): string {
  return `agent driver ${agent} ${id} ${member}`;
}
