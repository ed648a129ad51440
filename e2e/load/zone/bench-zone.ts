import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, KnowledgeBoxClient } from '../../harness/client';
import { Distributed, services } from '../../harness/distributed';
import { EngineServers } from '../../harness/engines';
import type { EngineAddresses } from './raw-engines';

/** The default model of the product, and the vectorset of a box. */
export const MODEL = 'minilm-l6';

export interface ZoneOptions {
  /** Begins the names of its indexes, so that zones can share servers. */
  readonly name: string;
  /** Keeps the database of a zone, to continue with it on servers that kept its indexes; temporary when absent. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A zone as in production, in small: one process for each service, NATS, Postgres, OpenSearch, Qdrant and S3. */
export class BenchZone {
  private constructor(
    readonly running: Distributed,
    readonly engines: EngineServers,
    readonly env: Readonly<Record<string, string>>,
    private readonly folder: string | undefined,
  ) {}

  /** Why it cannot run here; undefined when it can. */
  static missing(): string | undefined {
    return Distributed.missing() ?? EngineServers.missing();
  }

  static async start({ name, folder, env = {} }: ZoneOptions): Promise<BenchZone> {
    const own = folder === undefined ? undefined : join(folder, name);
    if (own) await mkdir(own, { recursive: true });
    const engines = await EngineServers.start();
    const names = { OPENSEARCH_INDEX_PREFIX: `bench-${name}`, QDRANT_COLLECTION_PREFIX: `bench-${name}` };
    const all = { ...engines.env, ...names, EMBEDDER: MODEL, ...env };
    const running = await Distributed.start({ engines, env: all, folder: own });
    return new BenchZone(running, engines, all, own);
  }

  get client(): Client {
    return new Client(this.running.origin, { authorization: `Bearer ${this.running.token}` });
  }

  /** The box of the run before, when its folder was kept; else a new one, for the caller to fill. */
  async box(fill: (kb: KnowledgeBoxClient) => Promise<void>): Promise<KnowledgeBoxClient> {
    const note = this.folder && join(this.folder, 'box.txt');
    const known = note && (await readFile(note, 'utf8').catch(() => undefined));
    if (known) return new KnowledgeBoxClient(this.client, known, await this.client.accountId());
    const kb = await this.client.createKnowledgeBox();
    await fill(kb);
    if (note) await writeFile(note, kb.id);
    return kb;
  }

  addressesOf(kbid: string): EngineAddresses {
    const { OPENSEARCH_INDEX_PREFIX: prefix, QDRANT_COLLECTION_PREFIX: collection = '' } = this.env;
    const { keywords, vectors } = this.engines;
    return { openSearch: keywords.url, keywordIndex: `${prefix}-keywords-${kbid}`, qdrant: vectors.url, collection };
  }

  /** Processes by what they do, engines too when they were started here; Postgres has one for each connection. */
  pids(instances: Readonly<Partial<Record<string, number>>> = {}): ReadonlyMap<string, readonly number[]> {
    const { keywords, vectors } = this.engines;
    const { nats } = this.running;
    const own = services.map((service) => {
      const count = instances[service] ?? 1;
      return [service, Array.from({ length: count }, (_, i) => this.running.app(service, i).pid)] as const;
    });
    const others = { opensearch: keywords.pid, qdrant: vectors.pid, nats: nats.pid, 'this client': process.pid };
    const known = Object.entries(others).flatMap(([name, pid]) => (pid ? [[name, [pid]] as const] : []));
    return new Map<string, readonly number[]>([...own, ...known]);
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }
}
