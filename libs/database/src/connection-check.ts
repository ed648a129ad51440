import { Client } from 'pg';

const TIMEOUT_MS = 3_000;
/** After this time, a new connection is made: a server can hang in a way that only new connections notice. */
const KEPT_MS = 30_000;

/** Checks whether a server answers, over a connection that is reused while it works: a new one costs far more. */
export class ConnectionCheck {
  private kept: Client | undefined;
  private madeMs = 0;

  /** @throws Error with the reason when the server does not answer within three seconds */
  async ask(url: string): Promise<void> {
    const client = this.take() ?? (await this.connected(url));
    try {
      await client.query('select 1');
    } catch (error) {
      await end(client);
      throw error;
    }
    if (this.kept || performance.now() - this.madeMs > KEPT_MS) await end(client);
    else this.kept = client;
  }

  async close(): Promise<void> {
    const client = this.take();
    if (client) await end(client);
  }

  private take(): Client | undefined {
    const client = this.kept;
    this.kept = undefined;
    return client;
  }

  private async connected(url: string): Promise<Client> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      application_name: 'lectern-check',
    });
    // A running check fails with this error; after an error between two checks, the next one reconnects.
    client.on('error', () => {
      if (this.kept === client) this.kept = undefined;
    });
    try {
      await client.connect();
      this.madeMs = performance.now();
      return client;
    } catch (error) {
      await end(client);
      throw error;
    }
  }
}

async function end(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
